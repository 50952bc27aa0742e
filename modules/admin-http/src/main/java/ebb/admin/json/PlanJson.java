package ebb.admin.json;

import ebb.domain.NodeId;
import ebb.domain.Resource;
import ebb.domain.refresh.PlanSummary;
import java.util.List;

/**
 * What a plan costs, in sum.
 *
 * @param token with which the same request does exactly this
 * @param memoryMb of the nodes that it takes out of service
 * @param memoryPercent of what is in service, rounded up
 * @param containers on the nodes that begin to drain, that leave at once, or whose drain it
 *     shortens
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

  /** Of all nodes together. */
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
