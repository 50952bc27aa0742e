package ebb.domain;

import ebb.domain.work.RemainingWork;
import ebb.domain.work.Workload;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * Whether a node keeps its host from being powered off.
 *
 * @param why in a sentence for people, whose form may change
 */
public record NodePresence(State state, String why) {

  /** In the order in which one of several nodes decides for the host. */
  public enum State {
    /** RUNNING or UNHEALTHY. */
    IN_SERVICE,
    /** DECOMMISSIONING. */
    DRAINING,
    /** It has left, but its NodeManager may still run. */
    LEAVING,
    /** It has to register first, or nothing tells when its NodeManager ended. */
    UNKNOWN,
    /** It has left, and its NodeManager is gone. */
    OUT
  }

  /**
   * A NodeManager that was told to shut down has ended itself and its containers by then: it waits
   * 30 seconds for uploads of logs (Hadoop's LogAggregationService) before it interrupts them.
   */
  private static final Duration ENDED_AFTER = Duration.ofMinutes(2);

  /** YARN's default expiry interval of a NodeManager that nobody could tell anything. */
  private static final Duration GONE_AFTER = Duration.ofMinutes(10);

  /**
   * @param workload of its drain; empty while nobody has reported one
   * @param hasPendingOrder whether a refresh is durable that the node has not applied
   * @param lastHeartbeat that the present leader knows of; empty if there was none since it leads
   */
  public static NodePresence of(
      NodeLifecycle node,
      Optional<Workload> workload,
      boolean hasPendingOrder,
      Optional<Instant> lastHeartbeat,
      Instant now) {
    String id = node.nodeId() + " is " + node.state();
    return switch (node.state()) {
      case RUNNING, UNHEALTHY ->
          new NodePresence(
              State.IN_SERVICE, id + (hasPendingOrder ? " and has not applied a refresh yet" : ""));
      case DECOMMISSIONING ->
          new NodePresence(
              State.DRAINING, id + ": " + waiting(workload, node.drain().orElseThrow()));
      case NEW -> new NodePresence(State.UNKNOWN, id + ": its NodeManager has not registered");
      case REBOOTED ->
          new NodePresence(State.UNKNOWN, id + ": its NodeManager has to register again");
      case LOST -> lost(id, lastHeartbeat, now);
      case DECOMMISSIONED -> left(id, node.lastDrain(), lastHeartbeat, now);
      // A NodeManager that unregisters ends no drain: the last one may have been long before.
      case SHUTDOWN ->
          left(
              id,
              node.lastDrain().filter(last -> last.outcome() == DrainOutcome.SHUTDOWN),
              lastHeartbeat,
              now);
    };
  }

  private static String waiting(Optional<Workload> workload, Drain drain) {
    return workload
            .map(work -> "it waits for " + RemainingWork.of(work))
            .orElse("it is not known yet what runs there")
        + drain
            .deadline()
            .map(at -> ", until " + second(at) + " at the latest")
            .orElse(", without limit");
  }

  /** A NodeManager that returns to a LOST node that is excluded is told to shut down. */
  private static NodePresence lost(String id, Optional<Instant> lastHeartbeat, Instant now) {
    return lastHeartbeat
        .filter(at -> Duration.between(at, now).compareTo(ENDED_AFTER) < 0)
        .map(
            at ->
                new NodePresence(
                    State.LEAVING,
                    id + "; the last heartbeat of its NodeManager was at " + second(at)))
        .orElseGet(
            () ->
                new NodePresence(
                    State.OUT,
                    id
                        + ": its NodeManager was silent for the expiry interval, but may still"
                        + " run"));
  }

  /** A NodeManager whose node has left may run until it learns of it. */
  private static NodePresence left(
      String id, Optional<LastDrain> last, Optional<Instant> lastHeartbeat, Instant now) {
    Optional<Instant> end = last.map(drain -> drain.by().at());
    boolean told = lastHeartbeat.filter(at -> end.filter(at::isBefore).isEmpty()).isPresent();
    Optional<Instant> newest = told ? lastHeartbeat : end;
    if (newest.isEmpty()) {
      return new NodePresence(
          State.UNKNOWN, id + ", and the time of its last heartbeat is unknown");
    }
    Duration needed = told ? ENDED_AFTER : GONE_AFTER;
    String since =
        told
            ? ": its NodeManager was told to shut down; its last heartbeat was at "
                + second(newest.get())
            : " since "
                + second(newest.get())
                + "; its NodeManager has sent no heartbeat after that";
    return Duration.between(newest.get(), now).compareTo(needed) >= 0
        ? new NodePresence(State.OUT, id + since)
        : new NodePresence(
            State.LEAVING,
            id + since + "; it counts as gone after " + needed.toSeconds() + " s of silence");
  }

  private static Instant second(Instant time) {
    return time.truncatedTo(ChronoUnit.SECONDS);
  }
}
