package ebb.differential.rule;

import ebb.differential.comparison.AllowedDifference;
import ebb.differential.comparison.ComparedNode;
import ebb.differential.comparison.NodeMemory.Explanation;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Stock shows the remaining resources of a draining node as its size, and tells the NodeManager so.
 * It reverts that when the drain is over.
 */
final class FullSize implements AllowedDifference {
  @Override
  public String line() {
    return "capacity through a drain: the full size is told";
  }

  @Override
  public Optional<Explanation> explain(ComparedNode step) {
    ComparedNode.View stock = step.after().stock();
    ComparedNode.View ebb = step.after().ebb();
    SortedSet<String> fields = new TreeSet<>();
    boolean drained = step.before().stock().is("DECOMMISSIONING") || stock.is("DECOMMISSIONING");
    if (stock.is("DECOMMISSIONING")
        || (stock.isInactive() && (drained || step.before().different("size")))) {
      fields.add("size");
    }
    if (drained) {
      fields.add("nmSize");
    }
    if (step.before().different("nmSize")
        && stock.wasTold("beat RESYNC")
        && stock.get("answers").endsWith("register SHUTDOWN NodeManager from")) {
      // The NodeManager registers with the size that it was told.
      return AllowedDifference.everything(step);
    }
    if (step.before().different("nmSize")
        && stock.wasTold("beat RESYNC")
        && stock.get("size").equals(stock.get("nmSize"))
        && ebb.get("size").equals(ebb.get("nmSize"))) {
      return AllowedDifference.everything(step);
    }
    boolean toldBefore = step.before().different("nmSize");
    if (toldBefore) {
      fields.add("nmSize");
    }
    if ((toldBefore || drained) && withoutSize(stock).equals(withoutSize(ebb))) {
      fields.add("answers");
    }
    return fields.isEmpty() ? Optional.empty() : AllowedDifference.fields(fields);
  }

  private static String withoutSize(ComparedNode.View view) {
    return view.get("answers").replaceAll(" size [^;]*", "");
  }
}
