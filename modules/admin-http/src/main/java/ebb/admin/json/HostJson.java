package ebb.admin.json;

import ebb.domain.Drain;
import ebb.domain.DrainOutcome;
import ebb.domain.NodeLifecycle;
import ebb.domain.NodeState;
import ebb.domain.Workload;
import ebb.node.DrainProgress;
import ebb.nodeslist.ObservedNode;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A host as somebody sees it who wants to switch it off.
 *
 * @param host as it was asked for
 * @param state what its nodes have in common
 * @param why in a sentence for people, whose form may change
 */
public record HostJson(String host, String state, String why, List<NodeOfHost> nodes) {
  /**
   * A NodeManager that was told to shut down has ended itself and its containers by then: it waits
   * 30 seconds for uploads of logs (Hadoop's LogAggregationService) before it interrupts them.
   */
  private static final Duration ENDED_AFTER = Duration.ofMinutes(2);

  /** YARN's own patience with a NodeManager that nobody could tell anything. */
  private static final Duration GONE_AFTER = Duration.ofMinutes(10);

  /** What counts first of several nodes comes first. */
  private enum State {
    IN_SERVICE,
    DRAINING,
    UNKNOWN,
    OUT;

    String text() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  private record Verdict(State state, String why) {}

  /**
   * @param nodeState YARN's
   */
  record NodeOfHost(String nodeId, String nodeState, String state, String why) {}

  /**
   * @param nodes all that the host has
   */
  public static HostJson of(String host, List<ObservedNode> nodes, Instant now) {
    List<NodeOfHost> all =
        nodes.stream()
            .sorted(Comparator.comparing(ObservedNode::nodeId))
            .map(node -> of(node, verdict(node, now)))
            .toList();
    Optional<Verdict> worst =
        nodes.stream().map(node -> verdict(node, now)).min(Comparator.comparing(Verdict::state));
    return new HostJson(
        host,
        worst.map(each -> each.state().text()).orElseGet(State.UNKNOWN::text),
        worst.map(Verdict::why).orElse("no node of this host is known"),
        all);
  }

  private static NodeOfHost of(ObservedNode node, Verdict verdict) {
    return new NodeOfHost(
        node.nodeId().toString(),
        node.publication().node().state().name(),
        verdict.state().text(),
        verdict.why());
  }

  private static Verdict verdict(ObservedNode observed, Instant now) {
    NodeLifecycle node = observed.publication().node();
    String id = node.nodeId() + " is " + node.state();
    return switch (node.state()) {
      case RUNNING, UNHEALTHY ->
          new Verdict(
              State.IN_SERVICE,
              id
                  + observed
                      .pending()
                      .map(version -> " and has not applied a refresh yet")
                      .orElse(""));
      case DECOMMISSIONING ->
          new Verdict(State.DRAINING, id + ": " + drain(observed, node.drain().orElseThrow()));
      case NEW -> new Verdict(State.UNKNOWN, id + ": its NodeManager has not registered");
      case REBOOTED -> new Verdict(State.UNKNOWN, id + ": its NodeManager has to register again");
      case LOST -> lost(id, observed, now);
      case DECOMMISSIONED, SHUTDOWN -> left(id, observed, now);
    };
  }

  private static String drain(ObservedNode observed, Drain drain) {
    String waits =
        observed
            .publication()
            .progress()
            .flatMap(DrainProgress::workload)
            .map(HostJson::text)
            .orElse("it is not known yet what runs there");
    return waits
        + drain.deadline().map(at -> ", until " + at + " at the latest").orElse(", without limit");
  }

  private static String text(Workload work) {
    return "it waits for "
        + count(work.containers(), "container")
        + " and "
        + count(work.applications().size(), "application");
  }

  private static String count(int number, String what) {
    return number + " " + what + (number == 1 ? "" : "s");
  }

  /** A NodeManager that returns to a LOST node that is excluded is told to shut down. */
  private static Verdict lost(String id, ObservedNode observed, Instant now) {
    Optional<Instant> newest =
        observed
            .observation()
            .lastHeartbeat()
            .filter(at -> Duration.between(at, now).compareTo(ENDED_AFTER) < 0);
    return newest
        .map(at -> new Verdict(State.DRAINING, id + ", and its NodeManager was there at " + at))
        .orElseGet(
            () ->
                new Verdict(
                    State.OUT,
                    id
                        + ": its NodeManager was silent for the expiry interval; nobody has seen it"
                        + " end"));
  }

  /** A NodeManager whose node has left may run until it learns of it. */
  private static Verdict left(String id, ObservedNode observed, Instant now) {
    NodeLifecycle node = observed.publication().node();
    // A NodeManager that unregisters ends no drain: the last one may have been long before.
    Optional<Instant> end =
        node.lastDrain()
            .filter(last -> (last.outcome() == DrainOutcome.SHUTDOWN) == isShutDown(node))
            .map(last -> last.by().at());
    Optional<Instant> heard = observed.observation().lastHeartbeat();
    Optional<Instant> newest = later(heard, end);
    if (newest.isEmpty()) {
      return new Verdict(State.UNKNOWN, id + ", and the time of its last heartbeat is unknown");
    }
    boolean told = heard.isPresent() && newest.equals(heard);
    Duration needed = told ? ENDED_AFTER : GONE_AFTER;
    Duration silent = Duration.between(newest.get(), now);
    String since =
        told
            ? ": its NodeManager was told to shut down; its last heartbeat was at " + newest.get()
            : ": its NodeManager has sent no heartbeat since, at " + newest.get();
    return silent.compareTo(needed) >= 0
        ? new Verdict(State.OUT, id + since)
        : new Verdict(
            State.DRAINING,
            id + since + "; it counts as gone after " + needed.toSeconds() + " s of silence");
  }

  private static boolean isShutDown(NodeLifecycle node) {
    return node.state() == NodeState.SHUTDOWN;
  }

  private static Optional<Instant> later(Optional<Instant> one, Optional<Instant> other) {
    return one.isPresent() && other.filter(one.get()::isBefore).isEmpty() ? one : other;
  }
}
