package ebb.admin;

import ebb.domain.DrainTimeout;
import ebb.domain.NodeAction;
import ebb.domain.NodeId;
import ebb.domain.lists.NodeDecision;
import ebb.nodeslist.NodesListReply.Refreshed;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a refresh.
 *
 * @param operationId null for a dry run, and for a force that found nothing to end
 * @param listVersion number of the refresh; of a dry run the one that it would get
 * @param decisions a node for which nothing is to be done is absent
 * @param pending nodes whose own event is not in the journal yet; they follow, whatever crashes
 * @param warnings what whoever asked may not expect, each in one line
 */
record RefreshJson(
    @Nullable String operationId,
    String type,
    long listVersion,
    boolean dryRun,
    List<DecisionJson> decisions,
    List<String> pending,
    List<String> warnings) {

  static RefreshJson of(Refreshed refreshed) {
    return new RefreshJson(
        refreshed.operationId().isEmpty() ? null : refreshed.operationId(),
        refreshed.type().name(),
        refreshed.listVersion(),
        refreshed.dryRun(),
        refreshed.decisions().stream().map(DecisionJson::of).toList(),
        refreshed.pending().stream().map(NodeId::toString).toList(),
        refreshed.warnings());
  }

  /**
   * @param timeoutSeconds null when there is no limit, or when the action is not a drain
   * @param timeoutSource null when the action is not a drain
   * @param rule what the lists say of the node
   * @param before the state in which the refresh found it
   */
  record DecisionJson(
      String nodeId,
      String action,
      @Nullable Long timeoutSeconds,
      @Nullable String timeoutSource,
      String rule,
      String before) {

    static DecisionJson of(NodeDecision decision) {
      Optional<NodeAction.GracefulDecommission> drain =
          decision.action() instanceof NodeAction.GracefulDecommission graceful
              ? Optional.of(graceful)
              : Optional.empty();
      return new DecisionJson(
          decision.nodeId().toString(),
          nameOf(decision.action()),
          drain
              .map(NodeAction.GracefulDecommission::timeout)
              .flatMap(DrainTimeout::limit)
              .map(Duration::toSeconds)
              .orElse(null),
          drain.map(graceful -> graceful.source().name()).orElse(null),
          decision.verdict().name(),
          decision.before().name());
    }

    /** The names of the events that YARN's NodesListManager sends to a node. */
    private static String nameOf(NodeAction action) {
      if (action instanceof NodeAction.GracefulDecommission) {
        return "GRACEFUL_DECOMMISSION";
      } else if (action instanceof NodeAction.Decommission) {
        return "DECOMMISSION";
      } else if (action instanceof NodeAction.EndDrainOf) {
        return "DECOMMISSION";
      } else if (action instanceof NodeAction.ShutDown) {
        return "SHUTDOWN";
      } else if (action instanceof NodeAction.Recommission) {
        return "RECOMMISSION";
      }
      throw new IllegalStateException("no name for " + action);
    }
  }
}
