package ebb.cli.watch;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import ebb.cli.client.AdminClient;
import ebb.cli.client.AdminRequest;
import ebb.cli.client.CommandException;
import ebb.cli.client.Json;
import ebb.cli.client.Refusal;
import ebb.cli.text.NodeText;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Follows an operation to its end. The ResourceManager does not need it: a drain and its deadline
 * continue without it.
 */
final class OperationWatch {
  /**
   * How long all drains must be overdue before they are forced. The ResourceManager itself ends
   * them at their deadlines, and the times that it returns are cut to whole seconds.
   */
  private static final Duration GRACE = Duration.ofSeconds(2);

  private final AdminClient client;
  private final ProgressView view;
  private final Duration interval;
  private final Optional<String> force;
  private final Unavailability outage;

  private boolean forced;
  private Optional<Long> overdueSince = Optional.empty();

  /**
   * @param interval the time between two requests
   * @param force the reason with which overdue drains are forced; empty to force nothing
   */
  OperationWatch(AdminClient client, ProgressView view, Duration interval, Optional<String> force) {
    this.client = client;
    this.view = view;
    this.interval = interval;
    this.force = force;
    this.outage = new Unavailability(view::note, "the drain continues, and so do the retries");
  }

  /**
   * Returns when the operation is complete. While there is no answer, this method keeps trying,
   * because the next leader knows the operation, too.
   *
   * @param poll requests the state of the operation
   * @throws Refusal if the operation is not known
   */
  OperationView untilComplete(Function<AdminClient, OperationView> poll) {
    while (true) {
      try {
        OperationView operation = poll.apply(client);
        outage.answered();
        view.show(operation);
        if (operation.isComplete()) {
          view.ended(operation);
          return operation;
        }
        forceIfOverdue(operation);
      } catch (CommandException e) {
        outage.noAnswer(e);
      }
      pause();
    }
  }

  private void forceIfOverdue(OperationView operation) {
    if (force.isEmpty() || forced || !operation.isOverdue()) {
      overdueSince = Optional.empty();
      return;
    }
    long now = System.nanoTime();
    long since = overdueSince.orElse(now);
    overdueSince = Optional.of(since);
    if (now - since >= GRACE.toNanos()) {
      JsonNode answer =
          client.send(
              AdminRequest.once(
                  "POST",
                  "/api/v1/operations/" + AdminClient.segment(operation.id()) + "/force",
                  Json.object().put("reason", force.get()),
                  // The same key for a retry after a failure, and another one for another
                  // operation.
                  UUID.nameUUIDFromBytes(operation.id().getBytes(UTF_8)).toString()));
      forced = true;
      view.note(
          answer.hasNonNull("operationId")
              ? "time is over: forced what was left of it, as operation "
                  + NodeText.text(answer.path("operationId"))
              : "time is over, and nothing is left to force");
    }
  }

  private void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(interval.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CommandException("interrupted", "the operation continues", e);
    }
  }
}
