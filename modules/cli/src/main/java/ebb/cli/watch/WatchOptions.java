package ebb.cli.watch;

import ebb.cli.client.AdminClient;
import ebb.cli.options.RmOptions;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Options for following an operation. */
public final class WatchOptions {
  @Option(
      names = "--interval",
      paramLabel = "MILLIS",
      defaultValue = "1000",
      description = "Milliseconds between two requests (default: 1000).")
  private int interval = 1000;

  /**
   * Follows an operation until it is complete, or until Ctrl-C.
   *
   * @param force the reason with which overdue drains are forced; empty to force nothing
   */
  public OperationView follow(
      AdminClient client, String id, RmOptions output, Optional<String> force) {
    return watch(client, output, force).untilComplete(rm -> OperationView.of(rm, id));
  }

  /** Follows nodes in the same way, but forces nothing. */
  public OperationView follow(AdminClient client, WatchedNodes followed, RmOptions output) {
    return watch(client, output, Optional.empty()).untilComplete(followed::poll);
  }

  private OperationWatch watch(AdminClient client, RmOptions output, Optional<String> force) {
    Duration pause = Duration.ofMillis(Math.max(1, interval));
    return new OperationWatch(client, ProgressView.of(output), pause, force);
  }
}
