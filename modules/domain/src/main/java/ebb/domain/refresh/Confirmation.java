package ebb.domain.refresh;

import ebb.domain.NodeId;
import ebb.domain.NodeLifecycle;
import ebb.domain.Resource;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What of a plan an operator is asked about before it is carried out. */
public final class Confirmation {
  /** Of the memory, or the vcores, of all nodes in service: more than that is asked about. */
  public static final int PERCENT = 10;

  private Confirmation() {}

  /**
   * Why the plan needs a confirmation: nodes leave at once instead of draining, or more than {@link
   * #PERCENT} of the cluster is taken out of service, as in {@link PlanImpact}.
   *
   * @param view of the nodes, by id
   * @return in a sentence; empty if it needs none
   */
  public static Optional<String> reason(
      RefreshPlan plan, Map<NodeId, NodeLifecycle> view, Instant now) {
    PlanImpact impact = PlanImpact.of(plan, view, now);
    List<String> reasons = new ArrayList<>();
    List<NodeId> atOnce = impact.atOnce();
    int unseen = impact.unseen();
    if (!atOnce.isEmpty()) {
      boolean one = atOnce.size() == 1;
      reasons.add(
          (one ? atOnce.get(0).toString() : atOnce.size() + " nodes")
              + " would leave at once, with all that runs there");
    }
    if (unseen > 0) {
      reasons.add(
          (unseen == 1 ? "a node has" : unseen + " nodes have")
              + " sent no heartbeat since this leader began");
    }
    Resource taken = impact.takenSize();
    Resource all = impact.inService();
    long memory = PlanImpact.percent(taken.memoryMb(), all.memoryMb());
    long vcores = PlanImpact.percent(taken.vcores(), all.vcores());
    if (memory > PERCENT || vcores > PERCENT) {
      reasons.add(
          "%d %% of the memory and %d %% of the vcores in service would be taken out"
              .formatted(memory, vcores));
    }
    return reasons.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", reasons));
  }
}
