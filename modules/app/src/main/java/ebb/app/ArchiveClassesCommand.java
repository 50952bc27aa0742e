package ebb.app;

import ebb.cli.CommandException;
import ebb.demo.cluster.ClusterFolder;
import ebb.demo.cluster.ClusterPorts;
import ebb.demo.cluster.HadoopXml;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;

/**
 * {@code ebb archive-classes}: has this JVM load what an instance loads. The launcher has told the
 * JVM to keep that in a file when it ends, and gives the file to the JVM of {@code ebb start}.
 */
@Command(
    name = "archive-classes",
    description = {
      "Keep the classes that an instance loads in a file beside Ebb's jars, for a faster 'ebb start'.",
      "",
      "Once after Ebb has been unpacked, and again after an update of Java: the file is for one build"
          + " of Java and these jars, and 'ebb start' goes without one that does not fit. Runs an"
          + " instance of its own in a temporary folder, on free loopback ports, and ends it."
    },
    descriptionHeading = "%n")
final class ArchiveClassesCommand implements Callable<Integer> {
  private static final int ANY_FREE_PORT = 0;

  /**
   * @return 0 if all has been loaded
   * @throws CommandException if the instance may not be started, or does not start; its folder is
   *     left then, with the log
   */
  @Override
  public Integer call() {
    ClusterFolder folder = newFolder();
    startAndStop(settings(folder), folder);
    folder.delete();
    return 0;
  }

  private static ClusterFolder newFolder() {
    try {
      ClusterFolder folder = ClusterFolder.create();
      writeConf(folder);
      return folder;
    } catch (IOException | UncheckedIOException e) {
      throw new CommandException(
          "cannot write to a temporary folder (" + e.getMessage() + ")", "make room there", e);
    }
  }

  private static Settings settings(ClusterFolder folder) {
    try {
      ConfFolder conf = ConfFolder.at(folder.conf());
      DataFolder data = DataFolder.at(folder.data());
      Logs.ofAnInstance(conf, data);
      return onlyItsOwn(Settings.read(conf, data));
    } catch (CommandException e) {
      folder.delete();
      throw e;
    }
  }

  private static void startAndStop(Settings settings, ClusterFolder folder) {
    try {
      EbbInstance instance = EbbInstance.start(settings, true);
      instance.awaitServing();
      instance.stop();
    } catch (CommandException e) {
      throw new CommandException(
          String.valueOf(e.getMessage()), "its folder is left, with the log: " + folder.root(), e);
    }
  }

  private static void writeConf(ClusterFolder folder) throws IOException {
    HadoopXml.write(
        folder.conf().resolve("yarn-site.xml"),
        Stream.of("", ".scheduler", ".resource-tracker", ".admin", ".webapp")
            .collect(
                Collectors.toMap(
                    server -> "yarn.resourcemanager" + server + ".address",
                    server -> ClusterPorts.address(ANY_FREE_PORT))));
    HadoopXml.write(
        folder.conf().resolve("capacity-scheduler.xml"),
        Map.of(
            "yarn.scheduler.capacity.root.queues",
            "default",
            "yarn.scheduler.capacity.root.default.capacity",
            "100"));
    Files.writeString(folder.conf().resolve("ebb.conf"), "ebb.http.port = " + ANY_FREE_PORT + "\n");
  }

  /** It would lead whoever shares that journal, with queues of its own. */
  private static Settings onlyItsOwn(Settings settings) {
    if (settings.journal().isShared()) {
      throw new CommandException(
          "ebb.journal.url is set, and this must not touch the journal of a cluster",
          "leave it out of EBB_OPTS and of the environment");
    }
    return settings;
  }
}
