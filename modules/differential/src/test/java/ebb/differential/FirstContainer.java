package ebb.differential;

import ebb.differential.NodeMemory.Explanation;
import java.util.Optional;

/**
 * Stock looks for running applications before it looks at the containers of the same heartbeat: the
 * first container on an idle draining node, whether it runs or has ended already, does not hold it.
 */
final class FirstContainer implements AllowedDifference {
  @Override
  public String line() {
    return "The first container on an idle draining node is not killed";
  }

  @Override
  public Optional<Explanation> explain(NodeStep step) {
    NodeStep.View stock = step.after().stock();
    NodeStep.View ebb = step.after().ebb();
    boolean stockEnds =
        step.before().stock().is("DECOMMISSIONING")
            && step.before().stock().get("applications").equals("[]")
            && stock.is("DECOMMISSIONED")
            && !stock.get("reported").equals("[]");
    boolean killed = stock.wasTold("beat NORMAL") && ebb.is("DECOMMISSIONING", "DECOMMISSIONED");
    boolean ended =
        stock.wasTold("beat SHUTDOWN DECOMMISSIONING")
            && ebb.is("DECOMMISSIONING")
            && !ebb.get("applications").equals("[]");
    return stockEnds && (killed || ended) ? AllowedDifference.everything(step) : Optional.empty();
  }
}
