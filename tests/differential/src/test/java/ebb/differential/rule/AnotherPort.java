package ebb.differential.rule;

import ebb.differential.comparison.AllowedDifference;
import ebb.differential.comparison.ComparedNode;
import ebb.differential.comparison.NodeMemory.Explanation;
import ebb.differential.script.Step;
import java.util.Optional;

/**
 * For stock, a NodeManager in service that returns without applications on another HTTP port is a
 * new node. Stock forgets to remove the old one from its counters and from its drain.
 */
public final class AnotherPort implements AllowedDifference {
  @Override
  public String line() {
    return "another port leaks nothing";
  }

  @Override
  public Optional<Explanation> explain(ComparedNode step) {
    return isAtWork(step) ? AllowedDifference.everything(step) : Optional.empty();
  }

  /** Whether stock replaces the node. */
  public static boolean isAtWork(ComparedNode step) {
    ComparedNode.View stock = step.before().stock();
    return step.step() instanceof Step.Start start
        && stock.isActive()
        && step.after().stock().wasTold("register NORMAL")
        && !stock.get("http").endsWith(":" + start.httpPort())
        && step.after().stock().get("nm").endsWith("[]");
  }
}
