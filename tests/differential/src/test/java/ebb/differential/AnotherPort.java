package ebb.differential;

import ebb.differential.NodeMemory.Explanation;
import java.util.Optional;

/**
 * A NodeManager in service that comes back without applications and with another HTTP port is a new
 * node for stock, which forgets to take the old one out of its counters and out of its drain.
 */
final class AnotherPort implements AllowedDifference {
  @Override
  public String line() {
    return "another port leaks nothing";
  }

  @Override
  public Optional<Explanation> explain(ComparedNode step) {
    return isAtWork(step) ? AllowedDifference.everything(step) : Optional.empty();
  }

  /** Whether stock replaces the node. */
  static boolean isAtWork(ComparedNode step) {
    ComparedNode.View stock = step.before().stock();
    return step.step() instanceof Step.Start start
        && stock.isActive()
        && step.after().stock().wasTold("register NORMAL")
        && !stock.get("http").endsWith(":" + start.httpPort())
        && step.after().stock().get("nm").endsWith("[]");
  }
}
