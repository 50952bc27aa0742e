package ebb.differential.rule;

import ebb.differential.comparison.AllowedDifference;
import ebb.differential.comparison.ComparedNode;
import ebb.differential.comparison.NodeMemory.Explanation;
import java.util.Optional;

/** Stock checks for running applications before it reads the containers of the same heartbeat. */
final class FirstContainer implements AllowedDifference {
  @Override
  public String line() {
    return "placed containers hold the node: the first container too";
  }

  @Override
  public Optional<Explanation> explain(ComparedNode step) {
    boolean killed =
        step.before().stock().is("DECOMMISSIONING")
            && step.before().stock().get("applications").equals("[]")
            && step.after().stock().is("DECOMMISSIONED")
            && step.after().stock().wasTold("beat NORMAL")
            && !step.after().stock().get("reported").equals("[]")
            && step.after().ebb().is("DECOMMISSIONING", "DECOMMISSIONED");
    return killed ? AllowedDifference.everything(step) : Optional.empty();
  }
}
