package ebb.demo;

import ebb.demo.client.DrainView;
import ebb.demo.client.NodeView;
import ebb.demo.cluster.ContainerProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * What must not change when the ResourceManager is killed.
 *
 * @param drains by host
 * @param containers the running JVMs, with their process ids
 */
record Snapshot(Map<String, DrainView> drains, List<ContainerProcess> containers) {

  static Snapshot of(List<NodeView> nodes, List<ContainerProcess> containers) {
    var drains = new TreeMap<String, DrainView>();
    for (NodeView node : nodes) {
      node.drain().ifPresent(drain -> drains.put(node.host(), drain));
    }
    return new Snapshot(drains, containers);
  }

  /** Keeps only the drain of one host. */
  Snapshot ofDrain(String host) {
    var only = new TreeMap<>(drains);
    only.keySet().retainAll(List.of(host));
    return new Snapshot(only, containers);
  }

  /** The containers that no longer run in the same process in the later snapshot. */
  List<ContainerProcess> goneIn(Snapshot later) {
    return containers.stream().filter(container -> !later.containers.contains(container)).toList();
  }

  /** A message for each drain that is lost or has another deadline in the later snapshot. */
  List<String> movedIn(Snapshot later) {
    var losses = new ArrayList<String>();
    drains.forEach(
        (host, drain) -> {
          DrainView now = later.drains.get(host);
          if (now == null) {
            losses.add(host + " does not drain any more");
          } else if (!now.isSameAs(drain)) {
            losses.add("the drain of " + host + " was " + words(drain) + " and is " + words(now));
          }
        });
    return losses;
  }

  /** A line for each host. */
  List<String> lines() {
    var lines = new ArrayList<String>();
    drains.forEach(
        (host, drain) -> {
          String pids =
              containers.stream()
                  .filter(container -> container.host().equals(host))
                  .map(container -> Long.toString(container.pid()))
                  .sorted()
                  .reduce((left, right) -> left + " " + right)
                  .orElse("none");
          lines.add(
              String.format(
                  Locale.ROOT, "   %-12s %s, container processes %s", host, words(drain), pids));
        });
    return lines;
  }

  private static String words(DrainView drain) {
    return "drain "
        + drain.epoch()
        + " since "
        + Clock.of(drain.startedAt())
        + " until "
        + drain.deadline().map(Clock::of).orElse("for ever");
  }
}
