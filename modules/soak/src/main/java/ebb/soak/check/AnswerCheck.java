package ebb.soak.check;

import ebb.demo.check.Breach;
import ebb.demo.check.Breach.Promise;
import ebb.domain.NodeId;
import ebb.domain.lists.NodesListEvent.NodeSeen;
import ebb.domain.lists.NodesListEvent.NodesForgotten;
import ebb.journal.JournaledEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Whether each answer had each node. */
final class AnswerCheck {
  /** A node that has just been seen may be missing for a moment. */
  private static final Duration JUST_SEEN = Duration.ofSeconds(3);

  private AnswerCheck() {}

  static List<Breach> breaches(List<JournaledEvent> journal, List<Look> looks) {
    Map<NodeId, Instant> seen = new HashMap<>();
    for (NodeSeen each : JournaledEvent.ofKind(NodeSeen.class, journal)) {
      seen.putIfAbsent(each.nodeId(), each.by().at());
    }
    JournaledEvent.ofKind(NodesForgotten.class, journal)
        .forEach(forgotten -> seen.keySet().removeAll(forgotten.nodes()));
    List<Breach> breaches = new ArrayList<>();
    for (Look look : looks) {
      Set<NodeId> found = new HashSet<>(look.nodes());
      if (found.size() < look.nodes().size()) {
        breaches.add(breach(look, "has a node twice"));
      }
      Instant before = look.invoked().minus(JUST_SEEN);
      List<NodeId> missing =
          seen.entrySet().stream()
              .filter(each -> each.getValue().isBefore(before))
              .map(Map.Entry::getKey)
              .filter(node -> !found.contains(node))
              .sorted()
              .toList();
      if (!missing.isEmpty()) {
        breaches.add(breach(look, "lacks " + missing));
      }
    }
    return breaches;
  }

  private static Breach breach(Look look, String words) {
    return new Breach(Promise.EVERY_NODE_IN_EVERY_ANSWER, "the answer of " + look.invoked(), words);
  }
}
