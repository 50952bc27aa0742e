package ebb.compatibility;

import ebb.demo.cluster.Installation;
import java.nio.file.Path;
import java.util.List;

/** Where the build puts the programs of others. */
final class OtherPrograms {
  /** Classes of Guice and JAXB, from before modules, use reflection on those of Java. */
  private static final List<String> OPEN = List.of("--add-opens=java.base/java.lang=ALL-UNNAMED");

  private OtherPrograms() {}

  /** Ebb, with NodeManagers, clients and MapReduce of an older Hadoop. */
  static Installation withHadoop(String version) {
    return Installation.find().withNodeManager(folder("hadoop", version).resolve("lib"), OPEN);
  }

  /** The build folder of a Spark version: its class path in {@code lib}, and an application. */
  static Path spark(String version) {
    return folder("spark", version);
  }

  private static Path folder(String name, String version) {
    Path modules = Installation.find().nodeManagerLib().resolve("../../..").normalize();
    return modules.resolve("compatibility").resolve(name).resolve(version).resolve("target");
  }
}
