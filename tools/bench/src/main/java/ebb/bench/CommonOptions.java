package ebb.bench;

import ebb.cli.client.CommandException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that all of {@code ebb bench} share, and checks of their values. */
public final class CommonOptions {
  @Option(
      names = "--containers",
      paramLabel = "N",
      defaultValue = "2",
      description = "Containers on each node. Default: ${DEFAULT-VALUE}.")
  private int containers;

  @Option(
      names = "--outstanding",
      paramLabel = "N",
      defaultValue = "64",
      description = "Heartbeats in flight in a closed loop. Default: ${DEFAULT-VALUE}.")
  private int outstanding;

  @Option(
      names = "--measure",
      paramLabel = "SECONDS",
      defaultValue = "15",
      description = "How long heartbeats are measured. Default: ${DEFAULT-VALUE}.")
  private int measureSeconds;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Also write all measurements to this file.")
  private @Nullable Path json;

  @Option(names = "--keep", description = "Keep the folders with settings, data and logs.")
  private boolean keep;

  /** Containers on each simulated node. */
  public int containers() {
    return containers;
  }

  /** Heartbeats in flight in a closed loop. */
  public int outstanding() {
    return outstanding;
  }

  /** How long heartbeats are measured, in seconds. */
  public int measureSeconds() {
    return measureSeconds;
  }

  /** The file for all results, or empty to write none. */
  public Optional<Path> json() {
    return Optional.ofNullable(json);
  }

  /** Whether to keep the folders of the runs. */
  public boolean keep() {
    return keep;
  }

  /**
   * @throws CommandException if the value is less than one
   */
  public static void requireAtLeastOne(String option, int value) {
    if (value < 1) {
      throw new CommandException(option + " " + value + " is not allowed", "give at least 1");
    }
  }

  /**
   * @param missed a line for each limit that was missed
   * @throws CommandException if there is any
   */
  public static void requireMet(List<String> missed) {
    if (!missed.isEmpty()) {
      throw new CommandException("not met: " + String.join("; ", missed));
    }
  }
}
