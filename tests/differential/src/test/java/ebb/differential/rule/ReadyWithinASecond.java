package ebb.differential.rule;

import ebb.differential.comparison.AllowedDifference;
import ebb.differential.comparison.ComparedNode;
import ebb.differential.comparison.NodeMemory.Explanation;
import java.util.Optional;

/**
 * The heartbeat follows the start of the drain before the scheduler has begun an update that does.
 * Ebb reports the node as idle at its next tick, without another heartbeat.
 */
final class ReadyWithinASecond implements AllowedDifference {
  /** Up to a second until the heartbeat, and the second that its step lasts. */
  private static final int SINCE_START_MILLIS = 2_000;

  @Override
  public String line() {
    return "READY within a second";
  }

  @Override
  public Optional<Explanation> explain(ComparedNode step) {
    boolean isLater =
        step.before().stock().is("DECOMMISSIONING")
            && step.after().stock().wasTold("beat SHUTDOWN DECOMMISSIONING")
            && step.before().ebb().is("DECOMMISSIONING")
            && step.after().ebb().is("DECOMMISSIONING")
            && step.after().ebb().isIdle()
            && step.after().ebb().heldByScheduler().equals("[]")
            && step.facts().now() - step.memory().drainStart < SINCE_START_MILLIS;
    return isLater ? AllowedDifference.everything(step) : Optional.empty();
  }
}
