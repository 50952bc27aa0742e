package ebb.differential.rule;

import ebb.differential.comparison.AllowedDifference;
import ebb.differential.comparison.ComparedNode;
import ebb.differential.comparison.NodeMemory.Explanation;
import ebb.differential.comparison.NodeMemory.Mode;
import java.util.Optional;

/**
 * Stock decides that a node has drained while it answers the heartbeat that shows it. Ebb's actor
 * decides on the report, and the next heartbeat is answered with SHUTDOWN.
 */
final class ShutdownOneHeartbeatLater implements AllowedDifference {
  @Override
  public String line() {
    return "SHUTDOWN one heartbeat later";
  }

  @Override
  public Optional<Explanation> explain(ComparedNode step) {
    boolean stockEnds =
        step.before().stock().is("DECOMMISSIONING")
            && step.after().stock().is("DECOMMISSIONED")
            && step.after().stock().wasTold("beat SHUTDOWN DECOMMISSIONING");
    boolean ebbEnds =
        step.before().ebb().is("DECOMMISSIONING")
            && step.after().ebb().is("DECOMMISSIONED")
            && step.after().ebb().wasTold("beat NORMAL");
    return stockEnds && ebbEnds
        ? Optional.of(
            new Explanation(
                AllowedDifference.set("answers", "nm", "nmSize", "events", "size", "health"),
                Mode.SHUTDOWN_IS_DUE))
        : Optional.empty();
  }
}
