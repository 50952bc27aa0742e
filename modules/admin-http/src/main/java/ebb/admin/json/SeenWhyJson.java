package ebb.admin.json;

import ebb.domain.NodeLifecycle;
import ebb.journal.feed.JournalSummary;
import ebb.journal.json.ForecastJson;
import ebb.journal.json.WhyJson;
import ebb.journal.json.WhyText;
import ebb.journal.replay.NodeStep;
import ebb.nodeslist.observed.ObservedApplication;
import ebb.nodeslist.observed.ObservedContainer;
import ebb.nodeslist.observed.ObservedNode;
import ebb.nodeslist.protocol.NodeTableCommand.Work;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/** Explains a node, as the leader and Hadoop's ResourceManager know it. */
public final class SeenWhyJson {
  private SeenWhyJson() {}

  public static WhyJson of(
      ObservedNode seen,
      Work work,
      Collection<NodeStep> steps,
      JournalSummary summary,
      Instant now) {
    NodeLifecycle node = seen.publication().node();
    return WhyJson.of(
        node,
        SeenNodeJson.of(seen, now),
        new WhyText.Waits(
            SeenNodeJson.workload(seen.publication()),
            seen.observation().lastHeartbeat(),
            seen.pending(),
            true),
        seen.isDraining() ? holders(seen, work) : List.of(),
        steps,
        summary.leads(),
        node.drain()
            .filter(drain -> !drain.isOverAt(now) && !drain.timeout().held())
            .map(drain -> ForecastJson.ofDrain(summary.drains().forecast(drain, now)))
            .orElse(null),
        now);
  }

  private static List<WhyJson.HolderJson> holders(ObservedNode seen, Work work) {
    SortedSet<String> ids = new TreeSet<>();
    SeenNodeJson.workload(seen.publication()).ifPresent(load -> ids.addAll(load.applications()));
    work.containers().forEach(container -> ids.add(container.applicationId()));
    Map<String, ObservedApplication> known = new HashMap<>();
    work.applications().forEach(each -> known.put(each.id(), each));
    return ids.stream()
        .map(
            id ->
                new WhyJson.HolderJson(
                    SeenApplicationJson.of(id, Optional.ofNullable(known.get(id)), 1),
                    work.containers().stream()
                        .filter(container -> container.applicationId().equals(id))
                        .map(SeenWhyJson::container)
                        .toList()))
        .sorted(Comparator.comparingInt(holder -> -holder.containers().size()))
        .toList();
  }

  private static WhyJson.ContainerJson container(ObservedContainer seen) {
    return new WhyJson.ContainerJson(
        seen.id(),
        seen.isMaster(),
        seen.state().orElse(null),
        seen.startedAt().map(Instant::toString).orElse(null));
  }
}
