package ebb.admin.json;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import ebb.domain.Drain;
import ebb.domain.NodeEvent.DecommissioningStarted;
import ebb.domain.NodeEvent.DecommissioningTimeoutChanged;
import ebb.journal.feed.JournalSummary;
import ebb.journal.json.ActorJson;
import ebb.journal.json.EndedDrainJson;
import ebb.journal.json.EndedDrainJson.FailoverJson;
import ebb.journal.json.NodeJson;
import ebb.journal.replay.NodeStep;
import ebb.nodeslist.observed.ObservedApplication;
import ebb.nodeslist.observed.ObservedContainer;
import ebb.nodeslist.observed.ObservedNode;
import ebb.nodeslist.protocol.NodeTableCommand.Work;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Explains the state of a node: what its drain waits for, or how its last drain ended.
 *
 * @param summary all of it in a paragraph for people
 * @param applications the applications that the drain waits for, those with the most containers
 *     first; empty for a drain that has ended, for which the journal has only counts
 * @param timeouts the timeouts of the drain, the newest last: which rule or who set each, and when
 * @param failovers each time that an instance began to lead during the running drain, oldest first;
 *     empty without one
 * @param forecast when the drain probably ends; null without a drain, and beyond its deadline
 * @param ended the last drain that has ended, as a report of drains has it; null while none has
 */
public record WhyJson(
    String summary,
    NodeJson node,
    List<HolderJson> applications,
    List<TimeoutJson> timeouts,
    List<FailoverJson> failovers,
    @Nullable ForecastJson forecast,
    @Nullable EndedDrainJson ended) {

  /** An application with its containers on the node. */
  record HolderJson(@JsonUnwrapped ApplicationJson application, List<ContainerJson> containers) {}

  /**
   * @param state as Hadoop's scheduler calls it; null if only the NodeManager has the container
   * @param startedAt when it was assigned to the node, UTC; null as above
   */
  record ContainerJson(
      String id, boolean applicationMaster, @Nullable String state, @Nullable String startedAt) {
    public static ContainerJson of(ObservedContainer seen) {
      return new ContainerJson(
          seen.id(),
          seen.isMaster(),
          seen.state().orElse(null),
          seen.startedAt().map(Instant::toString).orElse(null));
    }
  }

  /**
   * @param timeoutSeconds null without a limit
   * @param held whether the drain goes on when nothing is left to wait for
   * @param deadline the deadline that results from it, UTC; null without a limit
   * @param source the rule that set it
   */
  record TimeoutJson(
      @Nullable Long timeoutSeconds,
      boolean held,
      @Nullable String deadline,
      String source,
      ActorJson by) {
    public static TimeoutJson of(Drain drain) {
      return new TimeoutJson(
          drain.timeout().limit().map(Duration::toSeconds).orElse(null),
          drain.timeout().held(),
          drain.deadline().map(Instant::toString).orElse(null),
          drain.timeoutSource().name(),
          ActorJson.of(drain.deadlineBy()));
    }
  }

  public static WhyJson of(
      ObservedNode seen,
      Work work,
      Collection<NodeStep> steps,
      JournalSummary summary,
      Instant now) {
    List<Drain> drains = timeouts(seen, steps);
    List<HolderJson> holders = seen.isDraining() ? holders(seen, work) : List.of();
    NodeJson node = SeenNodeJson.of(seen, now);
    Optional<EndedDrainJson> ended =
        seen.publication()
            .node()
            .lastDrain()
            .map(last -> EndedDrainJson.of(seen.nodeId(), last, summary.leads()));
    return new WhyJson(
        new WhyText(seen, holders, drains, ended, now).text(),
        node,
        holders,
        drains.stream().map(TimeoutJson::of).toList(),
        seen.publication()
            .node()
            .drain()
            .map(drain -> EndedDrainJson.failovers(drain, now, summary.leads()))
            .orElse(List.of()),
        seen.publication()
            .node()
            .drain()
            .filter(drain -> !drain.isOverAt(now) && !drain.timeout().held())
            .map(drain -> ForecastJson.ofDrain(summary.drains().forecast(drain, now)))
            .orElse(null),
        ended.orElse(null));
  }

  /** The running drain, or the last one, as it was after each change of its timeout. */
  private static List<Drain> timeouts(ObservedNode seen, Collection<NodeStep> steps) {
    Optional<Long> epoch = seen.drain().map(Drain::epoch);
    return steps.stream()
        .filter(
            step ->
                step.event().event() instanceof DecommissioningStarted
                    || step.event().event() instanceof DecommissioningTimeoutChanged)
        .flatMap(step -> step.after().drain().stream())
        .filter(drain -> epoch.equals(Optional.of(drain.epoch())))
        .toList();
  }

  private static List<HolderJson> holders(ObservedNode seen, Work work) {
    SortedSet<String> ids = new TreeSet<>();
    SeenNodeJson.workload(seen.publication()).ifPresent(load -> ids.addAll(load.applications()));
    work.containers().forEach(container -> ids.add(container.applicationId()));
    Map<String, ObservedApplication> known = new HashMap<>();
    work.applications().forEach(each -> known.put(each.id(), each));
    return ids.stream()
        .map(
            id ->
                new HolderJson(
                    ApplicationJson.of(id, Optional.ofNullable(known.get(id)), 1),
                    work.containers().stream()
                        .filter(container -> container.applicationId().equals(id))
                        .map(ContainerJson::of)
                        .toList()))
        .sorted(Comparator.comparingInt(holder -> -holder.containers().size()))
        .toList();
  }
}
