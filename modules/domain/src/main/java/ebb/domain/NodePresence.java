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
 * @param why a sentence for people; its wording may change
 */
public record NodePresence(State state, String why) {

  /** Ordered by precedence: among several nodes of a host, the first state counts. */
  public enum State {
    /** RUNNING or UNHEALTHY. */
    IN_SERVICE,
    /** DECOMMISSIONING. */
    DRAINING,
    /** The node has left service, but its NodeManager may still be running. */
    LEAVING,
    /** The node has to register first, or it is not known when its NodeManager ended. */
    UNKNOWN,
    /** The node has left service, and its NodeManager is gone. */
    OUT
  }

  /**
   * A NodeManager that received SHUTDOWN has terminated itself and its containers after this time:
   * it waits 30 seconds for log uploads (Hadoop's LogAggregationService) before it interrupts them.
   */
  private static final Duration ENDED_AFTER = Duration.ofMinutes(2);

  /** YARN's default expiry interval, for a NodeManager that could not be sent SHUTDOWN. */
  private static final Duration GONE_AFTER = Duration.ofMinutes(10);

  /**
   * @param workload of its drain; empty while none has been reported
   * @param hasPendingOrder whether the node has not yet applied a durable refresh
   * @param lastHeartbeat the last one known to the current leader; empty if there was none in its
   *     term
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
      // An unregistration without a drain does not update the last drain, which may be long past.
      case SHUTDOWN ->
          left(
              id,
              node.lastDrain().filter(last -> last.outcome() == DrainOutcome.SHUTDOWN),
              lastHeartbeat,
              now);
    };
  }

  private static String waiting(Optional<Workload> workload, Drain drain) {
    if (drain.timeout().held()) {
      return workload
              .filter(work -> !work.equals(Workload.NOTHING))
              .map(work -> "it waits for " + RemainingWork.of(work) + ", and ")
              .orElse("")
          + "an operator holds it";
    }
    return workload
            .map(work -> "it waits for " + RemainingWork.of(work))
            .orElse("it is not known yet what runs there")
        + drain
            .deadline()
            .map(at -> ", until " + second(at) + " at the latest")
            .orElse(", without limit");
  }

  /** A NodeManager that returns to an excluded LOST node is sent SHUTDOWN. */
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

  /** The NodeManager of a node that has left service may run until it receives SHUTDOWN. */
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
