package ebb.differential.rule;

import ebb.differential.comparison.AllowedDifference;
import ebb.differential.comparison.ComparedNode;
import ebb.differential.comparison.NodeMemory.Explanation;
import ebb.differential.script.Step;
import java.util.Optional;

/**
 * Stock checks a node only at its heartbeats, but an idle node that waits for an application need
 * not send one. The end of the application also removes what was placed for it there and has not
 * started.
 */
final class DoneWithItsLastApplication implements AllowedDifference {
  @Override
  public String line() {
    return "done with its last application";
  }

  @Override
  public Optional<Explanation> explain(ComparedNode step) {
    boolean done =
        step.step() instanceof Step.EndApplication
            && step.before().stock().is("DECOMMISSIONING")
            && step.after().stock().is("DECOMMISSIONING")
            && step.after().stock().get("applications").equals("[]")
            && step.before().ebb().is("DECOMMISSIONING")
            && step.before().ebb().isIdle()
            && step.after().stock().heldByScheduler().equals("[]")
            && step.after().ebb().is("DECOMMISSIONED");
    return done ? AllowedDifference.everything(step) : Optional.empty();
  }
}
