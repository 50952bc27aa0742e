package ebb.differential.rule;

import ebb.differential.comparison.AllowedDifference;
import ebb.differential.comparison.ComparedNode;
import ebb.differential.comparison.NodeMemory.Explanation;
import ebb.differential.script.Lists.Form;
import ebb.differential.script.Step;
import java.util.Optional;

/**
 * Lists that the two read differently: Ebb accepts spaces around a number, and clears a list whose
 * path is no longer configured. The consequences of different lists are not compared.
 */
final class ReadableForEbbOnly implements AllowedDifference {
  @Override
  public String line() {
    return "a removed path clears its list: or space around a number is read";
  }

  @Override
  public Optional<Explanation> explain(ComparedNode step) {
    Form form = step.facts().written().exclude().form();
    boolean reads =
        step.step() instanceof Step.Refresh refresh
            && refresh.type() != Step.Refresh.Type.FORCEFUL
            && (form == Form.SPACED_XML || form == Form.NO_PATH);
    return reads ? AllowedDifference.everything(step) : Optional.empty();
  }
}
