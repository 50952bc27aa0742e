package ebb.differential.rule;

import ebb.differential.comparison.AllowedDifference;
import ebb.differential.comparison.ComparedNode;
import ebb.differential.comparison.NodeMemory.Explanation;
import java.util.List;
import java.util.Optional;

/** Stock has no transition for a signal to a container of a draining node. */
final class SignalsInDrain implements AllowedDifference {
  @Override
  public String line() {
    return "signals reach a draining node";
  }

  @Override
  public Optional<Explanation> explain(ComparedNode step) {
    boolean more =
        step.before().stock().is("DECOMMISSIONING")
            && step.before().ebb().is("DECOMMISSIONING")
            && step.different().contains("answers")
            && withoutSignals(step.after().stock()).equals(withoutSignals(step.after().ebb()))
            && step.after().stock().answers().stream().allMatch(each -> each.contains("signal []"));
    return more ? AllowedDifference.fields("answers") : Optional.empty();
  }

  private static List<String> withoutSignals(ComparedNode.View view) {
    return view.answers().stream()
        .map(each -> each.replaceAll("signal \\[[^]]*]", "signal []"))
        .toList();
  }
}
