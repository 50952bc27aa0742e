package ebb.admin.json;

import ebb.domain.DrainTimeout;
import ebb.domain.NodeAction;
import ebb.domain.NodeId;
import ebb.domain.TimeoutSource;
import ebb.domain.lists.NodeDecision;
import ebb.nodeslist.protocol.NodesListReply.Refreshed;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a refresh.
 *
 * @param operationId null for a dry run, and for a force that found nothing to end
 * @param listVersion number of the refresh; for a dry run, the number that it would get
 * @param decisions one for each node; a node for which nothing is to be done is absent
 * @param pending nodes that have not applied it yet, by the publications that the current leader
 *     has received; they follow, whatever crashes
 * @param warnings what the caller may not expect, each in one line
 * @param plan the totals of the plan; null unless this is a dry run
 */
public record RefreshJson(
    @Nullable String operationId,
    String type,
    long listVersion,
    boolean dryRun,
    List<DecisionJson> decisions,
    List<String> pending,
    List<String> warnings,
    @Nullable PlanJson plan) {

  public static RefreshJson of(Refreshed refreshed) {
    return new RefreshJson(
        refreshed.operationId().isEmpty() ? null : refreshed.operationId(),
        refreshed.type().name(),
        refreshed.listVersion(),
        refreshed.dryRun(),
        refreshed.decisions().stream().map(DecisionJson::of).toList(),
        refreshed.pending().stream().map(NodeId::toString).toList(),
        refreshed.warnings(),
        refreshed.plan().map(PlanJson::of).orElse(null));
  }

  /**
   * @param timeoutSeconds null when there is no limit, or when the action gives no timeout
   * @param held whether the drain goes on when nothing is left to wait for
   * @param timeoutSource null when the action gives no timeout
   * @param rule what the lists decide for the node
   * @param before the state in which the refresh found it
   */
  record DecisionJson(
      String nodeId,
      String action,
      @Nullable Long timeoutSeconds,
      boolean held,
      @Nullable String timeoutSource,
      String rule,
      String before) {

    public static DecisionJson of(NodeDecision decision) {
      return new DecisionJson(
          decision.nodeId().toString(),
          nameOf(decision.action()),
          timeout(decision.action())
              .flatMap(DrainTimeout::limit)
              .map(Duration::toSeconds)
              .orElse(null),
          timeout(decision.action()).filter(DrainTimeout::held).isPresent(),
          timeoutSource(decision.action()),
          decision.verdict().name(),
          decision.before().name());
    }

    private static Optional<DrainTimeout> timeout(NodeAction action) {
      if (action instanceof NodeAction.GracefulDecommission graceful) {
        return Optional.of(graceful.timeout());
      } else if (action instanceof NodeAction.ChangeTimeout change) {
        return Optional.of(change.timeout());
      }
      return Optional.empty();
    }

    private static @Nullable String timeoutSource(NodeAction action) {
      if (action instanceof NodeAction.GracefulDecommission graceful) {
        return graceful.source().name();
      }
      return action instanceof NodeAction.ChangeTimeout ? TimeoutSource.OPERATOR.name() : null;
    }

    /**
     * The names of the events that YARN's NodesListManager sends to a node, and one of Ebb's own.
     */
    private static String nameOf(NodeAction action) {
      if (action instanceof NodeAction.GracefulDecommission) {
        return "GRACEFUL_DECOMMISSION";
      } else if (action instanceof NodeAction.Decommission) {
        return "DECOMMISSION";
      } else if (action instanceof NodeAction.EndDrainOf) {
        return "DECOMMISSION";
      } else if (action instanceof NodeAction.ChangeTimeout) {
        return "CHANGE_TIMEOUT";
      } else if (action instanceof NodeAction.ShutDown) {
        return "SHUTDOWN";
      } else if (action instanceof NodeAction.Recommission) {
        return "RECOMMISSION";
      }
      throw new IllegalStateException("no name for " + action);
    }
  }
}
