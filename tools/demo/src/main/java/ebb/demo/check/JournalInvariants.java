package ebb.demo.check;

import ebb.demo.check.Breach.Promise;
import ebb.domain.DrainTimeout;
import ebb.domain.NodeEvent;
import ebb.domain.NodeId;
import ebb.domain.lists.NodesListEvent.RefreshAccepted;
import ebb.journal.event.JournaledEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Checks a complete journal, and reports each promise that it shows as broken. Expects what the
 * refreshes in the journal and the acknowledgements say, and does not use the rules that wrote it.
 */
public final class JournalInvariants {
  private final Map<NodeId, DrainCheck> drains = new LinkedHashMap<>();
  private final List<RefreshAccepted> refreshes;
  private final List<NodeEvent> nodes;

  private JournalInvariants(List<JournaledEvent> events, Lateness lateness) {
    refreshes = JournaledEvent.ofKind(RefreshAccepted.class, events);
    Map<String, Instant> accepted =
        refreshes.stream()
            .collect(
                Collectors.toMap(
                    RefreshAccepted::operationId,
                    refresh -> refresh.by().at(),
                    (first, again) -> first));
    List<NodeEvent> all = new ArrayList<>();
    for (JournaledEvent event : events) {
      if (event instanceof JournaledEvent.OfNode ofNode) {
        all.add(ofNode.event());
        drains
            .computeIfAbsent(
                ofNode.event().nodeId(),
                node -> new DrainCheck(node.toString(), lateness, accepted))
            .take(ofNode);
      }
    }
    nodes = List.copyOf(all);
  }

  /**
   * Checks a whole journal.
   *
   * @param events all of them, in the order of the journal, read when there was time to carry out
   *     what was acknowledged
   * @param acknowledged what callers were told, in that order
   * @param until when the journal was read; a drain that is open then must not be overdue
   * @return empty if nothing is wrong
   */
  public static List<Breach> breaches(
      List<JournaledEvent> events,
      List<Acknowledged> acknowledged,
      Lateness lateness,
      Instant until) {
    return new JournalInvariants(events, lateness).breaches(acknowledged, until);
  }

  private List<Breach> breaches(List<Acknowledged> acknowledged, Instant until) {
    List<Breach> breaches = new ArrayList<>();
    for (DrainCheck drain : drains.values()) {
      drain.finish(until);
      breaches.addAll(drain.breaches());
    }
    breaches.addAll(
        new OperationCheck(refreshes, nodes)
            .breaches(of(acknowledged, Acknowledged.Refresh.class)));
    breaches.addAll(ofTimeouts(of(acknowledged, Acknowledged.Timeout.class)));
    return List.copyOf(breaches);
  }

  private List<Breach> ofTimeouts(List<Acknowledged.Timeout> acknowledged) {
    Map<Map.Entry<NodeId, Long>, DrainTimeout> last = new LinkedHashMap<>();
    acknowledged.forEach(each -> last.put(Map.entry(each.nodeId(), each.epoch()), each.timeout()));
    List<Breach> breaches = new ArrayList<>();
    last.forEach(
        (drain, timeout) -> {
          Optional<DrainTimeout> found =
              Optional.ofNullable(drains.get(drain.getKey()))
                  .flatMap(node -> node.timeoutOf(drain.getValue()));
          if (!found.equals(Optional.of(timeout))) {
            breaches.add(
                new Breach(
                    Promise.LAST_TIMEOUT_IN_FORCE,
                    drain.getKey().toString(),
                    "drain %d was acknowledged with %s, and has %s"
                        .formatted(
                            drain.getValue(),
                            timeout,
                            found.map(DrainTimeout::toString).orElse("none"))));
          }
        });
    return breaches;
  }

  private static <A> List<A> of(List<Acknowledged> all, Class<A> kind) {
    return all.stream().filter(kind::isInstance).map(kind::cast).toList();
  }
}
