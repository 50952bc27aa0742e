package ebb.domain.refresh;

import ebb.domain.NodeId;
import ebb.domain.NodeLifecycle;
import ebb.domain.Resource;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Decides whether an operator must confirm a plan before it is carried out. */
public final class Confirmation {
  /**
   * A plan that takes more than this share of the memory or vcores in service needs a confirmation.
   */
  public static final int PERCENT = 10;

  private Confirmation() {}

  /**
   * Why the plan needs a confirmation: nodes leave at once instead of draining, nodes have sent no
   * heartbeat since this leader began, or more than {@link #PERCENT} of the cluster is taken out of
   * service, as in {@link PlanImpact}.
   *
   * @param view the last published states of the nodes, by id
   * @return the reasons, as text for people; empty if no confirmation is needed
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
