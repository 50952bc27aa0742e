package ebb.differential.rule;

import ebb.differential.comparison.AllowedDifference;
import ebb.differential.comparison.ComparedNode;
import ebb.differential.comparison.NodeMemory;
import ebb.differential.comparison.NodeMemory.Explanation;
import ebb.differential.script.Step;
import java.util.Optional;

/**
 * Stock lists an application again with each registration, and removes only one entry at its end.
 */
final class RunningApplicationsAreASet implements AllowedDifference {
  @Override
  public String line() {
    return "applications are a set";
  }

  @Override
  public Optional<Explanation> explain(ComparedNode step) {
    ComparedNode.View stock = step.before().stock();
    if (step.different().contains("applicationsListed")
        && !step.different().contains("applications")) {
      return AllowedDifference.fields("applicationsListed");
    }
    boolean comesBack =
        step.step() instanceof Step.Start && step.after().stock().wasTold("register NORMAL");
    if (comesBack && step.after().ebb().is("RUNNING", "UNHEALTHY", "DECOMMISSIONING")) {
      // Stock keeps waiting for what the NodeManager no longer knows.
      return step.different().contains("applications")
          ? Optional.of(
              new Explanation(
                  AllowedDifference.set("applications", "applicationsListed"),
                  NodeMemory.Mode.UNTIL_FORGOTTEN))
          : Optional.empty();
    }
    boolean listedTwice = !stock.get("applicationsListed").equals(stock.get("applications"));
    return listedTwice && step.different().contains("applications")
        ? AllowedDifference.everything(step)
        : Optional.empty();
  }
}
