package ebb.soak.check;

import ebb.demo.check.Breach;
import ebb.demo.check.Breach.Promise;
import ebb.domain.NodeId;
import ebb.domain.NodeLifecycle;
import ebb.domain.lists.NodesListEvent.NodeSeen;
import ebb.domain.lists.NodesListEvent.NodesForgotten;
import ebb.journal.event.JournaledEvent;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Checks that every instance finally agrees with the journal. */
final class EndCheck {
  private static final int SHOWN = 5;

  private EndCheck() {}

  static List<Breach> breaches(
      List<JournaledEvent> journal, Lives lives, List<FinalState> finalStates) {
    Set<NodeId> forgotten = forgotten(journal);
    List<Breach> breaches = new ArrayList<>();
    for (FinalState each : finalStates) {
      for (NodeId node : lives.nodes()) {
        NodeLifecycle wanted = lives.at(node, each.at());
        NodeSnapshot said = each.nodes().get(node);
        boolean isTrue =
            said == null
                ? forgotten.contains(node) && !wanted.state().isInService()
                : said.isTrueOf(wanted);
        if (!isTrue) {
          breaches.add(
              new Breach(
                  Promise.STATE_OF_THE_EVENTS,
                  node.toString(),
                  "%s says %s, its events say %s".formatted(each.instance(), said, wanted)));
        }
      }
      checkHistory(each, journal, breaches);
    }
    return breaches;
  }

  /** Nodes that are no longer in the register. */
  private static Set<NodeId> forgotten(List<JournaledEvent> journal) {
    Set<NodeId> forgotten = new HashSet<>();
    for (JournaledEvent each : journal) {
      if (each.event() instanceof NodesForgotten some) {
        forgotten.addAll(some.nodes());
      } else if (each.event() instanceof NodeSeen seen) {
        forgotten.remove(seen.nodeId());
      }
    }
    return forgotten;
  }

  private static void checkHistory(
      FinalState said, List<JournaledEvent> journal, List<Breach> breaches) {
    Set<String> missing = new TreeSet<>();
    for (JournaledEvent each : journal) {
      if (each instanceof JournaledEvent.OfNode ofNode && !each.by().at().isAfter(said.at())) {
        missing.add(ofNode.event().nodeId() + "#" + each.position().sequenceNumber());
      }
    }
    Set<String> more = new TreeSet<>(said.history());
    more.removeAll(missing);
    missing.removeAll(said.history());
    if (!missing.isEmpty() || !more.isEmpty()) {
      breaches.add(
          new Breach(
              Promise.SAME_HISTORY,
              said.instance(),
              "lacks %d events %s, and has %d that the journal lacks %s"
                  .formatted(missing.size(), first(missing), more.size(), first(more))));
    }
  }

  private static List<String> first(Set<String> some) {
    return some.stream().limit(SHOWN).toList();
  }
}
