package ebb.admin.json;

import ebb.domain.NodeId;
import ebb.domain.Resource;
import ebb.domain.refresh.PlanSummary;
import java.util.List;

/**
 * The total cost of a plan.
 *
 * @param token the token with which the same request carries out exactly this plan
 * @param memoryMb the memory of the nodes that the plan takes out of service
 * @param memoryPercent its share of the memory in service, rounded up
 * @param containers how many containers run on nodes that begin to drain, leave at once, or get a
 *     shorter drain
 * @param atOnce nodes that leave instead of draining
 * @param shortened nodes whose drain would end earlier
 * @param hostsWithoutNode hosts that enter or leave the exclude list and have no known node
 */
record PlanJson(
    String token,
    long memoryMb,
    long vcores,
    long memoryPercent,
    long vcoresPercent,
    SizeJson inService,
    int containers,
    int applicationMasters,
    List<String> atOnce,
    List<String> shortened,
    List<String> hostsWithoutNode) {

  /** The total size of the nodes in service. */
  record SizeJson(long memoryMb, long vcores) {}

  static PlanJson of(PlanSummary plan) {
    Resource taken = plan.taken();
    Resource all = plan.inService();
    return new PlanJson(
        plan.token().text(),
        taken.memoryMb(),
        taken.vcores(),
        plan.memoryPercent(),
        plan.vcoresPercent(),
        new SizeJson(all.memoryMb(), all.vcores()),
        plan.containers(),
        plan.applicationMasters(),
        plan.atOnce().stream().map(NodeId::toString).toList(),
        plan.shortened().stream().map(NodeId::toString).toList(),
        plan.hostsWithoutNode());
  }
}
