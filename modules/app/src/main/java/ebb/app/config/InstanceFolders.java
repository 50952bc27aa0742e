package ebb.app.config;

import ebb.cli.client.CommandException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The folders of one instance, which may share its configuration folder with others. */
public final class InstanceFolders {
  @Mixin private DataFolders folders = new DataFolders();

  @Option(
      names = "--instance",
      paramLabel = "NAME",
      description =
          "Name of this instance in a cluster; NAME.conf, beside ebb.conf, has its settings"
              + " (default: a single instance that uses ebb.conf alone).")
  private @Nullable String instance;

  /**
   * @throws CommandException if there is no such folder, or if it has no file of this instance
   */
  public ConfFolder conf() {
    ConfFolder shared = folders.conf();
    return name().map(shared::of).orElse(shared);
  }

  /** The given folder, or this instance's own folder beside the launcher. */
  public Path data() {
    return name().map(folders::dataOf).orElseGet(folders::data);
  }

  private Optional<String> name() {
    return Optional.ofNullable(instance);
  }
}
