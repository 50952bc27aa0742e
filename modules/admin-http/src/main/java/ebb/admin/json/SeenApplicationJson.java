package ebb.admin.json;

import ebb.domain.work.Workload;
import ebb.journal.json.ApplicationJson;
import ebb.node.NodeStateUpdate;
import ebb.nodeslist.observed.ObservedApplication;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Converts applications, as Hadoop's ResourceManager knows them, to JSON. */
public final class SeenApplicationJson {
  private SeenApplicationJson() {}

  public static ApplicationJson of(String id, Optional<ObservedApplication> seen, int nodes) {
    return new ApplicationJson(
        id,
        seen.map(ObservedApplication::name).orElse(null),
        seen.map(ObservedApplication::user).orElse(null),
        seen.map(ObservedApplication::queue).orElse(null),
        seen.map(ObservedApplication::type).orElse(null),
        seen.map(ObservedApplication::percent).orElse(null),
        seen.map(ObservedApplication::startedAt).map(Instant::toString).orElse(null),
        nodes);
  }

  /** How many of these nodes wait for each application. */
  public static Map<String, Integer> heldBy(Collection<NodeStateUpdate> nodes) {
    Map<String, Integer> held = new TreeMap<>();
    for (NodeStateUpdate node : nodes) {
      SeenNodeJson.workload(node)
          .map(Workload::applications)
          .ifPresent(ids -> ids.forEach(id -> held.merge(id, 1, Integer::sum)));
    }
    return held;
  }

  /** The applications, those that hold the most nodes first. */
  public static List<ApplicationJson> of(
      Map<String, Integer> held, List<ObservedApplication> seen) {
    Map<String, ObservedApplication> known = new HashMap<>();
    seen.forEach(each -> known.put(each.id(), each));
    return held.entrySet().stream()
        .map(
            each ->
                of(each.getKey(), Optional.ofNullable(known.get(each.getKey())), each.getValue()))
        .sorted(
            Comparator.comparingInt(ApplicationJson::nodes)
                .reversed()
                .thenComparing(ApplicationJson::id))
        .toList();
  }
}
