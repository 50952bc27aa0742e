package ebb.soak.check;

import static java.util.stream.Collectors.toCollection;

import ebb.demo.check.Breach;
import ebb.demo.check.Breach.Promise;
import ebb.demo.check.Lateness;
import ebb.domain.NodeId;
import ebb.domain.lists.NodesListEvent.LeadTaken;
import ebb.domain.lists.NodesListEvent.NodeSeen;
import ebb.domain.lists.NodesListEvent.NodesForgotten;
import ebb.journal.event.JournaledEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Checks that each answer had each node, in a state that it had then: neither a later state, nor
 * one that ended longer ago than the allowed lateness.
 */
final class AnswerCheck {
  /** Maximum difference between clocks. */
  static final Duration CLOCKS = Duration.ofSeconds(2);

  private final Lives lives;
  private final Lateness lateness;
  private final List<InRegister> seen = new ArrayList<>();
  private final List<Instant> leads;
  private final List<Breach> breaches = new ArrayList<>();

  /**
   * The period in which every answer must have the node.
   *
   * @param to when it was forgotten; {@link Instant#MAX} if it was not
   */
  private record InRegister(NodeId node, Instant from, Instant to) {}

  private AnswerCheck(List<JournaledEvent> journal, Lives lives, Lateness lateness) {
    this.lives = lives;
    this.lateness = lateness;
    Map<NodeId, Instant> known = new HashMap<>();
    for (JournaledEvent each : journal) {
      if (each.event() instanceof NodeSeen node) {
        known.putIfAbsent(node.nodeId(), node.by().at());
      } else if (each.event() instanceof NodesForgotten forgotten) {
        for (NodeId node : forgotten.nodes()) {
          Instant from = known.remove(node);
          if (from != null) {
            seen.add(new InRegister(node, from, forgotten.by().at()));
          }
        }
      }
    }
    known.forEach((node, from) -> seen.add(new InRegister(node, from, Instant.MAX)));
    leads =
        JournaledEvent.ofKind(LeadTaken.class, journal).stream()
            .map(taken -> taken.by().at())
            .toList();
  }

  static List<Breach> breaches(
      List<JournaledEvent> journal, Lives lives, List<NodeListAnswer> answers, Lateness lateness) {
    AnswerCheck check = new AnswerCheck(journal, lives, lateness);
    answers.forEach(check::check);
    return check.breaches;
  }

  private void check(NodeListAnswer answer) {
    Set<NodeId> found =
        answer.nodes().stream().map(NodeListAnswer.Entry::node).collect(toCollection(TreeSet::new));
    if (found.size() < answer.nodes().size()) {
      breach(Promise.EVERY_NODE_IN_EVERY_ANSWER, answer, "has a node twice");
    }
    Set<NodeId> missing = new TreeSet<>();
    for (InRegister each : seen) {
      if (answer.ofAll() && isDue(each, answer) && !found.contains(each.node())) {
        missing.add(each.node());
      }
    }
    if (!missing.isEmpty()) {
      breach(Promise.EVERY_NODE_IN_EVERY_ANSWER, answer, "lacks " + missing);
    }
    answer.nodes().stream()
        .filter(said -> !wasTrue(said, answer))
        .forEach(said -> breach(Promise.ANSWERS_ARE_TRUE, answer, "has " + said));
  }

  /**
   * A node's first event may be too new for the answer, and so may all nodes after a change of
   * leader.
   */
  private boolean isDue(InRegister node, NodeListAnswer answer) {
    Instant known =
        leads.stream()
            .filter(at -> !at.isAfter(answer.answered()))
            .reduce(node.from(), (one, other) -> one.isAfter(other) ? one : other);
    return lateness.latestEnd(known).isBefore(answer.invoked())
        && node.to().isAfter(answer.answered().plus(CLOCKS));
  }

  private boolean wasTrue(NodeListAnswer.Entry entry, NodeListAnswer answer) {
    Instant latest = answer.answered().plus(CLOCKS);
    return lives.of(entry.node()).stream()
        .filter(span -> entry.is().isTrueOf(span.node()))
        .anyMatch(
            span ->
                !span.from().isAfter(latest)
                    && (span.to().equals(Instant.MAX)
                        || !lateness.latestEnd(span.to()).isBefore(answer.invoked())));
  }

  private void breach(Promise promise, NodeListAnswer answer, String words) {
    breaches.add(
        new Breach(
            promise,
            "the answer to " + answer.invoked(),
            words + ", and came " + answer.answered()));
  }
}
