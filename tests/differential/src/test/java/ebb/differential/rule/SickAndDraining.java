package ebb.differential.rule;

import ebb.differential.comparison.AllowedDifference;
import ebb.differential.comparison.ComparedNode;
import ebb.differential.comparison.NodeMemory.Explanation;
import ebb.differential.script.Step;
import java.util.Optional;

/**
 * For stock, an unhealthy node that drained and is recommissioned is RUNNING, though the scheduler
 * may not have it.
 */
final class SickAndDraining implements AllowedDifference {
  @Override
  public String line() {
    return "health through a drain";
  }

  @Override
  public Optional<Explanation> explain(ComparedNode step) {
    boolean recommissioned =
        step.step() instanceof Step.Refresh
            && step.before().stock().is("DECOMMISSIONING")
            && step.before().ebb().is("DECOMMISSIONING")
            && step.after().stock().is("RUNNING")
            && step.after().ebb().is("RUNNING", "UNHEALTHY");
    boolean heard = step.isDrainingOnBothSides() && step.memory().sickInDrain;
    if (heard && step.different().contains("events")) {
      // Containers that end on an unhealthy node also end for Ebb's scheduler, or it would hold the
      // node forever.
      return AllowedDifference.everything(step);
    }
    return recommissioned && step.memory().sickInDrain
        ? AllowedDifference.everything(step)
        : Optional.empty();
  }
}
