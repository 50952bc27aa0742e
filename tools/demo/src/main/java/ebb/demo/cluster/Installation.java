package ebb.demo.cluster;

import ebb.demo.process.JavaCommand;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Locations of the built programs.
 *
 * @param resourceManagerLib folder with the jars of Ebb
 * @param nodeManagerLib folder with the jars of Hadoop's NodeManager, clients and MapReduce
 * @param nodeManagerOptions additional options of a JVM with these jars
 * @param javaHome of the JDK that runs all processes
 * @param environment variables of all processes
 */
public record Installation(
    Path resourceManagerLib,
    Path nodeManagerLib,
    List<String> nodeManagerOptions,
    Path javaHome,
    Map<String, String> environment) {
  private static final Path RESOURCE_MANAGER_LIB = Path.of("modules/app/target/ebb/lib");
  private static final Path NODE_MANAGER_LIB = Path.of("tests/hadoop-nodemanager/target/lib");

  public Installation {
    nodeManagerOptions = List.copyOf(nodeManagerOptions);
    environment = Map.copyOf(environment);
  }

  /**
   * Finds the installation by the system property {@code ebb.home} or, without it, in the working
   * folder and its parents.
   *
   * @throws ClusterException if there is none, or it has not been built
   */
  public static Installation find() {
    String home = System.getProperty("ebb.home");
    Path start = Path.of(home == null ? "" : home).toAbsolutePath().normalize();
    Path root =
        Stream.iterate(start, folder -> folder != null, Path::getParent)
            .filter(folder -> Files.isDirectory(folder.resolve("tests/hadoop-nodemanager")))
            .findFirst()
            .orElseThrow(
                () -> new ClusterException("Neither " + start + " nor a folder above it is Ebb's"));
    var installation =
        new Installation(
            root.resolve(RESOURCE_MANAGER_LIB),
            root.resolve(NODE_MANAGER_LIB),
            List.of(),
            JavaCommand.javaHome(),
            Map.of());
    checkBuilt(installation.resourceManagerLib);
    checkBuilt(installation.nodeManagerLib);
    return installation;
  }

  /** The same Ebb with another version of Hadoop. */
  public Installation withNodeManager(Path lib, List<String> options) {
    checkBuilt(lib);
    return new Installation(resourceManagerLib, lib, options, javaHome, environment);
  }

  /** The same programs on another JDK. */
  public Installation withJava(Path home) {
    return new Installation(
        resourceManagerLib, nodeManagerLib, nodeManagerOptions, home, environment);
  }

  /** The same programs with these environment variables. */
  public Installation withEnvironment(Map<String, String> variables) {
    return new Installation(
        resourceManagerLib, nodeManagerLib, nodeManagerOptions, javaHome, variables);
  }

  private static void checkBuilt(Path lib) {
    if (!Files.isDirectory(lib)) {
      throw new ClusterException(lib + " is missing; build Ebb with: mvn -DskipTests package");
    }
  }
}
