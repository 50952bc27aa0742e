package ebb.admin.json;

import ebb.admin.json.RefreshJson.DecisionJson;
import ebb.domain.NodeAction;
import ebb.domain.NodeId;
import ebb.domain.lists.NodeDecision;
import ebb.domain.scalein.ScaleInHost;
import ebb.nodeslist.protocol.NodesListReply.Refreshed;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a request to scale in.
 *
 * @param operationId null for a dry run
 * @param repeated whether an earlier request with the same key chose the hosts, and this one did
 *     nothing, or completed it
 * @param hosts that leave, in the order in which they were chosen
 * @param memoryMb of the hosts in sum; null if an earlier request chose them, and so for vcores
 * @param listVersion as the following fields, those of {@link RefreshJson}
 */
public record ScaleInJson(
    @Nullable String operationId,
    boolean dryRun,
    boolean repeated,
    List<ScaleInHostJson> hosts,
    @Nullable Long memoryMb,
    @Nullable Long vcores,
    long listVersion,
    List<DecisionJson> decisions,
    List<String> pending,
    List<String> warnings,
    @Nullable PlanJson plan) {

  /**
   * @param why what decided for the host; null if an earlier request chose it, and so for the
   *     numbers
   * @param containers null also while the leader does not know what runs there
   */
  record ScaleInHostJson(
      String host,
      @Nullable Integer nodes,
      @Nullable Long memoryMb,
      @Nullable Integer vcores,
      @Nullable Integer containers,
      @Nullable Integer applicationMasters,
      @Nullable String why) {
    static ScaleInHostJson of(ScaleInHost host) {
      return new ScaleInHostJson(
          host.host(),
          host.nodes(),
          host.size().memoryMb(),
          host.size().vcores(),
          host.work().map(ScaleInHost.Work::containers).orElse(null),
          host.work().map(ScaleInHost.Work::applicationMasters).orElse(null),
          host.why());
    }

    static ScaleInHostJson of(String host) {
      return new ScaleInHostJson(host, null, null, null, null, null, null);
    }
  }

  public static ScaleInJson of(List<ScaleInHost> chosen, Refreshed refreshed) {
    return of(
        refreshed,
        false,
        chosen.stream().map(ScaleInHostJson::of).toList(),
        chosen.stream().mapToLong(host -> host.size().memoryMb()).sum(),
        chosen.stream().mapToLong(host -> host.size().vcores()).sum());
  }

  /** The answer to a repeated request. */
  public static ScaleInJson repeated(Collection<String> hosts, Refreshed refreshed) {
    return of(refreshed, true, hosts.stream().map(ScaleInHostJson::of).toList(), null, null);
  }

  /** The hosts that an operation drains. */
  public static List<String> drained(Refreshed refreshed) {
    return refreshed.decisions().stream()
        .filter(decision -> decision.action() instanceof NodeAction.GracefulDecommission)
        .map(NodeDecision::nodeId)
        .map(NodeId::host)
        .distinct()
        .toList();
  }

  private static ScaleInJson of(
      Refreshed refreshed,
      boolean repeated,
      List<ScaleInHostJson> hosts,
      @Nullable Long memoryMb,
      @Nullable Long vcores) {
    RefreshJson json = RefreshJson.of(refreshed);
    return new ScaleInJson(
        json.operationId(),
        json.dryRun(),
        repeated,
        hosts,
        memoryMb,
        vcores,
        json.listVersion(),
        json.decisions(),
        json.pending(),
        json.warnings(),
        json.plan());
  }
}
