package ebb.differential.rule;

import ebb.differential.comparison.AllowedDifference;
import ebb.differential.comparison.ComparedNode;
import ebb.differential.comparison.NodeMemory.Explanation;
import java.util.Optional;

/**
 * Ebb tells a NodeManager that is not in service to register, and then the lists decide. Stock
 * checks the lists first. Both shut down the same NodeManagers.
 */
final class StrangerRegistersFirst implements AllowedDifference {
  @Override
  public String line() {
    return "an unknown NodeManager registers first";
  }

  @Override
  public Optional<Explanation> explain(ComparedNode step) {
    boolean refused =
        step.after().stock().get("answers").equals("beat SHUTDOWN Disallowed NodeManager nodeId:")
            && step.after()
                .ebb()
                .get("answers")
                .equals(
                    "beat RESYNC Node not found resyncing;"
                        + " register SHUTDOWN Disallowed NodeManager from");
    boolean gone = step.before().stock().is("none", "LOST", "REBOOTED");
    return refused && gone ? AllowedDifference.fields("answers") : Optional.empty();
  }
}
