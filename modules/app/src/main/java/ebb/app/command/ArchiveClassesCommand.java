package ebb.app.command;

import ebb.app.config.ConfFolder;
import ebb.app.config.DataFolder;
import ebb.app.config.Logs;
import ebb.app.config.Settings;
import ebb.app.instance.EbbInstance;
import ebb.cli.client.CommandException;
import ebb.hadoop.ClassPreloader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileUtil;
import picocli.CommandLine.Command;

/**
 * {@code ebb archive-classes}: makes this JVM load what an instance loads. The launcher starts the
 * JVM with an option to store that in a file when it ends, and passes the file to the JVM of {@code
 * ebb start}.
 */
@Command(
    name = "archive-classes",
    description = {
      "Store the classes that an instance loads, so that 'ebb start' is faster. The file is"
          + " beside Ebb's jars.",
      "",
      "Run this command once after unpacking Ebb, and again after each Java update. The file is"
          + " valid for one build of Java and for these jars; 'ebb start' ignores a file that does"
          + " not match. The command starts an instance of its own in a temporary folder, on free"
          + " loopback ports, and stops it."
    },
    descriptionHeading = "%n")
public final class ArchiveClassesCommand implements Callable<Integer> {
  private static final int ANY_FREE_PORT = 0;

  /**
   * @return 0 if everything has been loaded
   * @throws CommandException if the instance may not be started, or if it does not start; in the
   *     latter case its folder is left, with the log
   */
  @Override
  public Integer call() {
    Path folder = newFolder();
    startAndStop(settings(folder), folder);
    FileUtil.fullyDelete(folder.toFile());
    return 0;
  }

  /** Readable for this user only. */
  private static Path newFolder() {
    try {
      Path folder = Files.createTempDirectory("ebb-archive-classes-").toRealPath();
      Files.createDirectory(conf(folder));
      return folder;
    } catch (IOException e) {
      throw unwritable(e);
    }
  }

  private static CommandException unwritable(IOException e) {
    return new CommandException(
        "cannot write to a temporary folder (" + e.getMessage() + ")", "make room there", e);
  }

  private static Path conf(Path folder) {
    return folder.resolve("conf");
  }

  private static Settings settings(Path folder) {
    ConfFolder conf = ConfFolder.at(conf(folder));
    DataFolder data = DataFolder.at(folder.resolve("data"));
    Logs.ofAnInstance(conf, data); // before any Hadoop class, which logs
    try {
      writeConf(conf.root());
      return onlyItsOwn(Settings.read(conf, data));
    } catch (IOException e) {
      FileUtil.fullyDelete(folder.toFile());
      throw unwritable(e);
    } catch (CommandException e) {
      FileUtil.fullyDelete(folder.toFile());
      throw e;
    }
  }

  private static void startAndStop(Settings settings, Path folder) {
    try {
      EbbInstance instance = EbbInstance.start(settings, true);
      instance.awaitServing(what -> {});
      // No node registers here and no application runs.
      ClassPreloader.load();
      instance.stop();
    } catch (CommandException e) {
      throw new CommandException(
          String.valueOf(e.getMessage()), "its folder is left, with the log: " + folder, e);
    }
  }

  private static void writeConf(Path conf) throws IOException {
    Map<String, String> addresses = new HashMap<>();
    for (String server : List.of("", ".scheduler", ".resource-tracker", ".admin", ".webapp")) {
      addresses.put("yarn.resourcemanager" + server + ".address", "127.0.0.1:" + ANY_FREE_PORT);
    }
    write(conf.resolve("yarn-site.xml"), addresses);
    write(
        conf.resolve("capacity-scheduler.xml"),
        Map.of(
            "yarn.scheduler.capacity.root.queues",
            "default",
            "yarn.scheduler.capacity.root.default.capacity",
            "100"));
    Files.writeString(conf.resolve("ebb.conf"), "ebb.http.port = " + ANY_FREE_PORT + "\n");
  }

  private static void write(Path file, Map<String, String> properties) throws IOException {
    Configuration site = new Configuration(false);
    properties.forEach(site::set);
    try (OutputStream out = Files.newOutputStream(file)) {
      site.writeXml(out);
    }
  }

  /** On a shared journal the instance could lead the others, with queues of its own. */
  private static Settings onlyItsOwn(Settings settings) {
    if (settings.journal().isShared()) {
      throw new CommandException(
          "ebb.journal.url is set, and this must not touch the journal of a cluster",
          "leave it out of EBB_OPTS and of the environment");
    }
    return settings;
  }
}
