package ebb.differential.rule;

import ebb.differential.comparison.AllowedDifference;
import ebb.differential.comparison.ComparedNode;
import ebb.differential.comparison.NodeMemory.Explanation;
import ebb.differential.script.Step;
import java.util.Optional;

/** Stock reboots a draining node that is out of step, and then rejects it. */
final class OutOfStepWhileDraining implements AllowedDifference {
  @Override
  public String line() {
    return "out of step is not killed";
  }

  @Override
  public Optional<Explanation> explain(ComparedNode step) {
    boolean outOfStep =
        step.step() instanceof Step.WrongBeat wrong
            && wrong.mistake() != Step.Mistake.DUPLICATE
            && step.before().stock().is("DECOMMISSIONING")
            && step.before().ebb().is("DECOMMISSIONING")
            && step.after().stock().wasTold("beat RESYNC Too far behind")
            && step.after().ebb().wasTold("beat RESYNC Too far behind")
            && step.after().ebb().is("DECOMMISSIONING");
    return outOfStep ? AllowedDifference.everything(step) : Optional.empty();
  }
}
