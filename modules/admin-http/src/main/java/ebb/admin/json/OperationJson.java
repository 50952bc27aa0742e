package ebb.admin.json;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import ebb.domain.Drain;
import ebb.domain.DrainOutcome;
import ebb.domain.NodeId;
import ebb.domain.forecast.PastDrains;
import ebb.domain.lists.OperationProgress;
import ebb.domain.lists.OperationSummary;
import ebb.domain.work.Workload;
import ebb.journal.json.ApplicationJson;
import ebb.journal.json.DrainJson;
import ebb.journal.json.ForecastJson;
import ebb.journal.json.PeerJson;
import ebb.node.NodeStateUpdate;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * An operation without its nodes.
 *
 * @param at when it was accepted, UTC; the start of the drains that it began
 * @param ofOperation the operation whose drains, and no others, it ended; null for other types
 * @param complete whether its order has ended on every node
 */
public record OperationJson(
    String id,
    String type,
    String tracking,
    String at,
    String actor,
    String origin,
    @Nullable PeerJson peer,
    @Nullable String reason,
    long listVersion,
    @Nullable String ofOperation,
    CountsJson nodes,
    boolean complete) {

  public static OperationJson of(OperationSummary operation) {
    return new OperationJson(
        operation.id(),
        operation.type().name(),
        operation.tracking().name(),
        operation.by().at().toString(),
        operation.by().actor(),
        operation.by().origin().name(),
        PeerJson.of(operation.by().peer()),
        operation.by().reason().orElse(null),
        operation.listVersion(),
        operation.ofOperation().orElse(null),
        new CountsJson(
            operation.nodes(),
            operation.pending(),
            operation.draining(),
            operation.ended(),
            counts(operation)),
        operation.isComplete());
  }

  private static Map<DrainOutcome, Integer> counts(OperationSummary operation) {
    Map<DrainOutcome, Integer> counts = new EnumMap<>(DrainOutcome.class);
    for (DrainOutcome outcome : DrainOutcome.values()) {
      counts.put(outcome, operation.outcomes().getOrDefault(outcome, 0));
    }
    return counts;
  }

  /**
   * @param pending nodes that have not applied it yet, by the publications that the current leader
   *     has received; they will, whatever crashes
   * @param outcomes the number of nodes for each outcome, including zeros
   */
  record CountsJson(
      int total, int pending, int draining, int ended, Map<DrainOutcome, Integer> outcomes) {}

  /**
   * An operation with its nodes.
   *
   * @param applications the applications that its drains wait for, those that hold the most nodes
   *     first
   * @param forecast when the last of its drains probably ends; null while none is running, beyond
   *     the last deadline, and while the journal cannot be read
   */
  public record Detail(
      @JsonUnwrapped OperationJson operation,
      List<PartJson> decisions,
      List<ApplicationJson> applications,
      @Nullable ForecastJson forecast) {
    /** Those of the nodes that drain for the operation. */
    public static List<NodeStateUpdate> draining(
        OperationProgress operation, List<NodeStateUpdate> nodes) {
      Set<NodeId> draining =
          operation.parts().stream()
              .filter(part -> part.phase() == OperationProgress.Phase.DRAINING)
              .map(part -> part.decision().nodeId())
              .collect(Collectors.toSet());
      return nodes.stream().filter(each -> draining.contains(each.node().nodeId())).toList();
    }

    /**
     * @param nodes the last publications of the nodes; nothing is known about absent ones
     * @param past empty if the journal could not be read
     */
    public static Detail of(
        OperationProgress operation,
        List<NodeStateUpdate> nodes,
        List<ApplicationJson> applications,
        Optional<PastDrains> past,
        Instant now) {
      Map<NodeId, NodeStateUpdate> known =
          nodes.stream()
              .collect(Collectors.toMap(each -> each.node().nodeId(), Function.identity()));
      return new Detail(
          OperationJson.of(operation.summary()),
          operation.parts().stream()
              .map(
                  part ->
                      PartJson.of(
                          part, Optional.ofNullable(known.get(part.decision().nodeId())), now))
              .toList(),
          applications,
          past.flatMap(drains -> forecast(draining(operation, nodes), drains, now)).orElse(null));
    }

    private static Optional<ForecastJson> forecast(
        List<NodeStateUpdate> draining, PastDrains past, Instant now) {
      List<Drain> drains =
          draining.stream()
              .flatMap(each -> each.node().drain().stream())
              .filter(drain -> !drain.timeout().held())
              .toList();
      return drains.stream().allMatch(drain -> drain.isOverAt(now))
          ? Optional.empty()
          : Optional.of(ForecastJson.ofOperation(past.forecast(drains, now)));
    }
  }

  /**
   * The operation's order for a node, and its progress.
   *
   * @param state the node's current state; null while this leader does not know it
   * @param drain the drain that the operation waits for; null when it waits for none
   * @param status what that drain waits for; null when there is none
   * @param containers how many containers that drain waits for; null when there is no drain, or
   *     while the number is not known
   * @param applications ids of the applications that drain waits for; null as above
   * @param outcome null while pending or draining
   */
  record PartJson(
      @JsonUnwrapped RefreshJson.DecisionJson decision,
      @Nullable String state,
      @Nullable DrainJson drain,
      @Nullable String status,
      @Nullable Integer containers,
      @Nullable List<String> applications,
      @Nullable String outcome) {
    public static PartJson of(
        OperationProgress.Part part, Optional<NodeStateUpdate> node, Instant now) {
      Optional<NodeStateUpdate> draining =
          node.filter(each -> part.phase() == OperationProgress.Phase.DRAINING);
      Optional<Workload> workload = draining.flatMap(SeenNodeJson::workload);
      return new PartJson(
          RefreshJson.DecisionJson.of(part.decision()),
          node.map(each -> each.node().state().name()).orElse(null),
          draining
              .flatMap(each -> each.node().drain())
              .map(drain -> DrainJson.of(drain, now))
              .orElse(null),
          draining.flatMap(each -> SeenNodeJson.status(each, now)).map(Enum::name).orElse(null),
          workload.map(Workload::containers).orElse(null),
          workload.map(waitsFor -> List.copyOf(waitsFor.applications())).orElse(null),
          part.outcome().map(Enum::name).orElse(null));
    }
  }
}
