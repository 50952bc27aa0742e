package ebb.differential.rule;

import ebb.differential.comparison.AllowedDifference;
import ebb.differential.comparison.ComparedNode;
import ebb.differential.comparison.NodeMemory.Explanation;
import ebb.differential.comparison.NodeMemory.Mode;
import ebb.differential.script.Step;
import java.util.Optional;
import java.util.OptionalInt;

/** Stock looks up a timeout only by host name. */
final class TimeoutNextToIp implements AllowedDifference {
  @Override
  public String line() {
    return "timeouts next to an IP";
  }

  @Override
  public Optional<Explanation> explain(ComparedNode step) {
    OptionalInt ofIp = step.facts().timeoutNextToIp(step.node());
    boolean graceful =
        step.step() instanceof Step.Refresh refresh && refresh.type() == Step.Refresh.Type.GRACEFUL;
    if (!graceful || ofIp.isEmpty()) {
      return Optional.empty();
    }
    String expected = ofIp.getAsInt() < 0 ? "-" : Integer.toString(ofIp.getAsInt());
    if (step.isDrainingOnBothSides() && step.after().ebb().get("timeout").equals(expected)) {
      return Optional.of(new Explanation(AllowedDifference.set("timeout"), Mode.UNTIL_FORGOTTEN));
    }
    return isOver(step, ofIp.getAsInt()) && step.after().ebb().is("DECOMMISSIONED")
        ? AllowedDifference.everything(step)
        : Optional.empty();
  }

  /** At once, or because the drain has lasted that long. */
  private static boolean isOver(ComparedNode step, int seconds) {
    long start =
        step.before().ebb().is("DECOMMISSIONING") ? step.memory().drainStart : step.facts().now();
    return seconds >= 0 && step.facts().now() >= start + 1_000L * seconds;
  }
}
