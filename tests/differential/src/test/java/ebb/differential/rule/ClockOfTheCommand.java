package ebb.differential.rule;

import ebb.differential.comparison.AllowedDifference;
import ebb.differential.comparison.ComparedNode;
import ebb.differential.comparison.NodeMemory.Explanation;
import java.util.Optional;

/**
 * Ebb's deadline counts from the command and needs no heartbeat. Stock's counts from the first
 * heartbeat afterwards, and stock reads the clock only at a heartbeat or a poll.
 */
final class ClockOfTheCommand implements AllowedDifference {
  @Override
  public String line() {
    return "the clock starts with the command";
  }

  @Override
  public Optional<Explanation> explain(ComparedNode step) {
    ComparedNode.View stock = step.after().stock();
    if (step.memory().retimed && endsWithTheOldTimeout(step)) {
      return AllowedDifference.everything(step);
    }
    boolean ended = !step.before().ebb().isInactive() && step.after().ebb().is("DECOMMISSIONED");
    boolean stockWaits =
        step.before().stock().isActive()
            && stock.is("DECOMMISSIONING", "LOST")
            && !stock.get("timeout").equals("-");
    if (!ended || !stockWaits) {
      return Optional.empty();
    }
    long start =
        step.before().ebb().is("DECOMMISSIONING") ? step.memory().drainStart : step.facts().now();
    long deadline = start + 1000L * Long.parseLong(stock.get("timeout"));
    return step.facts().now() >= deadline ? AllowedDifference.everything(step) : Optional.empty();
  }

  /** Stock's poll uses the timeout that it knew at the last heartbeat. */
  private static boolean endsWithTheOldTimeout(ComparedNode step) {
    return step.before().stock().is("DECOMMISSIONING")
        && step.after().stock().is("DECOMMISSIONED")
        && step.after().stock().answers().isEmpty()
        && step.after().ebb().is("DECOMMISSIONING");
  }
}
