package ebb.soak.check;

import ebb.demo.check.Breach;
import ebb.demo.check.Breach.Promise;
import ebb.domain.Drain;
import ebb.domain.NodeEvent;
import ebb.domain.NodeId;
import ebb.domain.NodeLifecycle;
import ebb.journal.JournaledEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Whether in the end every instance says what the journal says. */
final class EndCheck {
  private static final int SHOWN = 5;

  private EndCheck() {}

  static List<Breach> breaches(List<JournaledEvent> journal, List<Settled> settled) {
    List<Breach> breaches = new ArrayList<>();
    for (Settled each : settled) {
      List<JournaledEvent.OfNode> before = eventsUntil(each.at(), journal);
      Map<NodeId, LiveNode> replayed = replay(before);
      replayed.forEach(
          (node, wanted) -> {
            LiveNode said = each.nodes().get(node);
            if (!wanted.equals(said)) {
              breaches.add(
                  new Breach(
                      Promise.STATE_OF_THE_EVENTS,
                      node.toString(),
                      each.instance() + " says " + said + ", its events say " + wanted));
            }
          });
      checkHistory(each, before, breaches);
    }
    return breaches;
  }

  private static List<JournaledEvent.OfNode> eventsUntil(Instant at, List<JournaledEvent> journal) {
    return journal.stream()
        .filter(JournaledEvent.OfNode.class::isInstance)
        .map(JournaledEvent.OfNode.class::cast)
        .filter(event -> !event.by().at().isAfter(at))
        .toList();
  }

  /** By the product's own rule for an event, which is what a start uses. */
  private static Map<NodeId, LiveNode> replay(List<JournaledEvent.OfNode> events) {
    Map<NodeId, NodeLifecycle> nodes = new TreeMap<>();
    for (JournaledEvent.OfNode each : events) {
      NodeEvent event = each.event();
      NodeLifecycle before =
          nodes.getOrDefault(event.nodeId(), NodeLifecycle.unregistered(event.nodeId()));
      nodes.put(event.nodeId(), before.apply(event));
    }
    Map<NodeId, LiveNode> replayed = new TreeMap<>();
    nodes.forEach(
        (id, node) ->
            replayed.put(
                id,
                new LiveNode(
                    node.state().name(),
                    node.drain()
                        .map(drain -> OptionalLong.of(drain.epoch()))
                        .orElse(OptionalLong.empty()),
                    node.drain().flatMap(Drain::deadline))));
    return replayed;
  }

  private static void checkHistory(
      Settled said, List<JournaledEvent.OfNode> before, List<Breach> breaches) {
    Set<String> missing = new TreeSet<>();
    for (JournaledEvent.OfNode each : before) {
      missing.add(each.event().nodeId() + "#" + each.position().sequenceNumber());
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
