package ebb.app.config;

import ebb.cli.client.CommandException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where a Hadoop client finds core-site.xml, yarn-site.xml and their companions. */
public final class HadoopConfFolder {
  /** Read in this order, as in Hadoop's own scripts. */
  private static final List<String> VARIABLES = List.of("YARN_CONF_DIR", "HADOOP_CONF_DIR");

  private HadoopConfFolder() {}

  /**
   * The given folder, or else that of the environment, or else the one beside the launcher.
   *
   * @throws CommandException if it is not a folder
   */
  public static Path of(@Nullable Path named, Map<String, String> environment) {
    if (named == null) {
      for (String variable : VARIABLES) {
        String value = environment.getOrDefault(variable, "");
        if (!value.isBlank()) {
          return existing(Path.of(value), variable);
        }
      }
    }
    return ConfFolder.at(DataFolders.orBesideLauncher(named, "conf")).root();
  }

  private static Path existing(Path folder, String variable) {
    Path absolute = folder.toAbsolutePath().normalize();
    if (!Files.isDirectory(absolute)) {
      throw new CommandException(
          "no configuration folder " + absolute,
          "correct " + variable + ", or name one with --conf");
    }
    return absolute;
  }
}
