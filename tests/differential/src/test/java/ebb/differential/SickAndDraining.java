package ebb.differential;

import ebb.differential.NodeMemory.Explanation;
import java.util.Optional;

/**
 * A sick node that drained and is recommissioned is RUNNING for stock, though the scheduler may not
 * have it.
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
      // What ends on a sick node ends for Ebb's scheduler too, or it would hold the node for ever.
      return AllowedDifference.everything(step);
    }
    return recommissioned && step.memory().sickInDrain
        ? AllowedDifference.everything(step)
        : Optional.empty();
  }
}
