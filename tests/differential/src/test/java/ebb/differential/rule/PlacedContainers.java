package ebb.differential.rule;

import ebb.differential.comparison.AllowedDifference;
import ebb.differential.comparison.ComparedNode;
import ebb.differential.comparison.NodeMemory.Explanation;
import java.util.Optional;

/** Containers that the scheduler has placed and the NodeManager has not reported hold the node. */
final class PlacedContainers implements AllowedDifference {
  @Override
  public String line() {
    return "placed containers hold the node";
  }

  @Override
  public Optional<Explanation> explain(ComparedNode step) {
    boolean stockEnds =
        step.before().stock().is("DECOMMISSIONING")
            && step.after().stock().is("DECOMMISSIONED")
            && (step.after().stock().wasTold("beat SHUTDOWN DECOMMISSIONING")
                || step.after().stock().wasTold("beat NORMAL"))
            && !step.before().stock().heldByScheduler().equals("[]");
    boolean ebbWaits =
        step.after().ebb().is("DECOMMISSIONING")
            && !step.before().ebb().heldByScheduler().equals("[]");
    return stockEnds && ebbWaits ? AllowedDifference.everything(step) : Optional.empty();
  }
}
