package ebb.journal.json;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import ebb.domain.Drain;
import ebb.domain.LastDrain;
import ebb.domain.NodeEvent.DecommissioningStarted;
import ebb.domain.NodeEvent.DecommissioningTimeoutChanged;
import ebb.domain.NodeLifecycle;
import ebb.domain.lists.NodesListEvent.LeadTaken;
import ebb.domain.work.Workload;
import ebb.journal.event.JournaledEvent;
import ebb.journal.json.EndedDrainJson.FailoverJson;
import ebb.journal.replay.JournalReplay;
import ebb.journal.replay.NodeStep;
import ebb.journal.replay.PastNode;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
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
  public record HolderJson(
      @JsonUnwrapped ApplicationJson application, List<ContainerJson> containers) {}

  /**
   * @param state as Hadoop's scheduler calls it; null if only the NodeManager has the container
   * @param startedAt when it was assigned to the node, UTC; null as above
   */
  public record ContainerJson(
      String id, boolean applicationMaster, @Nullable String state, @Nullable String startedAt) {}

  /**
   * @param timeoutSeconds null without a limit
   * @param held whether the drain goes on when nothing is left to wait for
   * @param deadline the deadline that results from it, UTC; null without a limit
   * @param source the rule that set it
   */
  public record TimeoutJson(
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

  /**
   * What an instance sees of a node.
   *
   * @param holders what its drain waits for; empty without a drain
   * @param waits what its drain waits for, and why this is not known, if it is not
   * @param steps all of its events
   * @param leads each time that an instance began to lead, oldest first
   * @param forecast null if there is none
   */
  public static WhyJson of(
      NodeLifecycle node,
      NodeJson json,
      WhyText.Waits waits,
      List<HolderJson> holders,
      Collection<NodeStep> steps,
      List<LeadTaken> leads,
      @Nullable ForecastJson forecast,
      Instant now) {
    List<Drain> drains = timeouts(node, steps);
    Optional<EndedDrainJson> ended =
        node.lastDrain().map(last -> EndedDrainJson.of(node.nodeId(), last, leads));
    return new WhyJson(
        new WhyText(node, waits, holders, drains, ended, now).text(),
        json,
        holders,
        drains.stream().map(TimeoutJson::of).toList(),
        node.drain().map(drain -> EndedDrainJson.failovers(drain, now, leads)).orElse(List.of()),
        forecast,
        ended.orElse(null));
  }

  /**
   * What the journal has of a node at a past instant: of applications only their ids, and no
   * forecast.
   *
   * @param events all of its events, also later ones
   * @param leads as above
   */
  public static WhyJson past(
      PastNode past, List<JournaledEvent.OfNode> events, List<LeadTaken> leads, Instant at) {
    List<HolderJson> holders =
        past.workload().map(Workload::applications).stream()
            .flatMap(Collection::stream)
            .map(id -> new HolderJson(ApplicationJson.named(id), List.of()))
            .toList();
    Stream<JournaledEvent> until =
        events.stream()
            .takeWhile(event -> !event.by().at().isAfter(at))
            .map(JournaledEvent.class::cast);
    return of(
        past.node(),
        NodeJson.of(past, at),
        WhyText.Waits.recorded(past.workload()),
        holders,
        JournalReplay.steps(until).toList(),
        leads,
        null,
        at);
  }

  /** The running drain, or the last one, as it was after each change of its timeout. */
  private static List<Drain> timeouts(NodeLifecycle node, Collection<NodeStep> steps) {
    Optional<Long> epoch =
        node.drain().or(() -> node.lastDrain().flatMap(LastDrain::drain)).map(Drain::epoch);
    return steps.stream()
        .filter(
            step ->
                step.event().event() instanceof DecommissioningStarted
                    || step.event().event() instanceof DecommissioningTimeoutChanged)
        .flatMap(step -> step.after().drain().stream())
        .filter(drain -> epoch.equals(Optional.of(drain.epoch())))
        .toList();
  }
}
