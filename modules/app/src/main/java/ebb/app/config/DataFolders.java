package ebb.app.config;

import ebb.cli.client.CommandException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where an instance finds its configuration, and where it writes. */
public final class DataFolders {
  /** The launcher's own folder, set by the launcher. */
  private static final String HOME = "ebb.home";

  @Option(
      names = "--conf",
      paramLabel = "DIR",
      description =
          "Folder with yarn-site.xml, capacity-scheduler.xml, ebb.conf and logback.xml"
              + " (default: conf beside the launcher).")
  private @Nullable Path conf;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description =
          "Folder for everything that Ebb writes: journal, applications, logs, temporary files"
              + " (default: data beside the launcher; with --instance, data/NAME there).")
  private @Nullable Path data;

  /**
   * @throws CommandException if there is no such folder
   */
  ConfFolder conf() {
    return ConfFolder.at(orBesideLauncher(conf, "conf"));
  }

  Path data() {
    return orBesideLauncher(data, "data");
  }

  /** The given folder, or one for each instance beside the launcher. */
  Path dataOf(String instance) {
    return orBesideLauncher(data, "data/" + instance);
  }

  public static Path orBesideLauncher(@Nullable Path given, String name) {
    return Optional.ofNullable(given)
        .orElseGet(() -> Path.of(System.getProperty(HOME, ".")).resolve(name));
  }
}
