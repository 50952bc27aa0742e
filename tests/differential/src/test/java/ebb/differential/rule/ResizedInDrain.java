package ebb.differential.rule;

import ebb.differential.comparison.AllowedDifference;
import ebb.differential.comparison.ComparedNode;
import ebb.differential.comparison.NodeMemory.Explanation;
import ebb.differential.script.Step;
import java.util.Optional;

/** Stock loses a size that an administrator gives a draining node when the drain ends. */
final class ResizedInDrain implements AllowedDifference {
  @Override
  public String line() {
    return "capacity through a drain: a new size is kept";
  }

  @Override
  public Optional<Explanation> explain(ComparedNode step) {
    if (!step.memory().resizedInDrain || !step.before().ebb().is("DECOMMISSIONING")) {
      return Optional.empty();
    }
    if (step.isDrainingOnBothSides()) {
      return AllowedDifference.fields("size", "events", "scheduler", "nmSize", "answers");
    }
    boolean recommissioned =
        step.step() instanceof Step.Refresh
            && step.after().stock().is("RUNNING")
            && step.after().ebb().is("RUNNING");
    return recommissioned ? AllowedDifference.everything(step) : Optional.empty();
  }
}
