package ebb.differential.rule;

import ebb.differential.comparison.AllowedDifference;
import ebb.differential.comparison.ComparedNode;
import ebb.differential.comparison.NodeMemory.Explanation;
import java.util.Optional;

/** Stock decommissions a draining NodeManager that registers again without applications. */
final class AdmittedAsDraining implements AllowedDifference {
  @Override
  public String line() {
    return "the drain survives: admitted as DECOMMISSIONING";
  }

  @Override
  public Optional<Explanation> explain(ComparedNode step) {
    boolean comesBack =
        step.before().stock().is("DECOMMISSIONING")
            && step.before().ebb().is("DECOMMISSIONING")
            && step.after().stock().is("DECOMMISSIONED")
            && step.after().stock().wasTold("register NORMAL")
            && step.after().ebb().wasTold("register NORMAL")
            && step.after().ebb().is("DECOMMISSIONING");
    return comesBack ? AllowedDifference.everything(step) : Optional.empty();
  }
}
