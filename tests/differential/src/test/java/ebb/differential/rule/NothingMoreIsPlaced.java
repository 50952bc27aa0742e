package ebb.differential.rule;

import ebb.differential.comparison.AllowedDifference;
import ebb.differential.comparison.ComparedNode;
import ebb.differential.comparison.NodeMemory.Explanation;
import ebb.differential.script.Step;
import java.util.List;
import java.util.Optional;

/**
 * Ebb immediately tells the scheduler that a draining node has nothing to allocate, and makes sure
 * that the scheduler has processed an update since. Stock shrinks the node with its next heartbeat.
 */
final class NothingMoreIsPlaced implements AllowedDifference {
  private static final String EMPTY_UPDATE = "UPDATE launched [] completed []";

  @Override
  public String line() {
    return "placed containers hold the node: nothing more is placed";
  }

  @Override
  public Optional<Explanation> explain(ComparedNode step) {
    ComparedNode.View stock = step.after().stock();
    ComparedNode.View ebb = step.after().ebb();
    boolean drains = step.before().ebb().is("DECOMMISSIONING") || ebb.is("DECOMMISSIONING");
    boolean flushed =
        step.isDrainingOnBothSides()
            && (step.step() instanceof Step.Start || step.step() instanceof Step.Refresh)
            && !essential(ebb).isEmpty()
            && essential(stock).isEmpty();
    if (flushed) {
      // The update also brings what the registration reported; stock waits for a heartbeat.
      return AllowedDifference.everything(step);
    }
    if (!drains || !essential(stock).equals(essential(ebb))) {
      return Optional.empty();
    }
    boolean sameContainers = stock.heldByScheduler().equals(ebb.heldByScheduler());
    return step.isDrainingOnBothSides() && sameContainers && isShrunk(step)
        ? AllowedDifference.fields("events", "scheduler")
        : AllowedDifference.fields("events");
  }

  /** Without sizes, and without updates that change nothing. */
  private static List<String> essential(ComparedNode.View view) {
    return view.events().stream()
        .filter(each -> !each.startsWith("SIZE ") && !each.equals(EMPTY_UPDATE))
        .toList();
  }

  /**
   * As of the last update, which still counts what the scheduler has killed since. All containers
   * of a script have the same size, so their number determines it.
   */
  private static boolean isShrunk(ComparedNode step) {
    ComparedNode.View view = step.after().ebb();
    String held = view.heldByScheduler();
    long containers = held.equals("[]") ? 0 : held.chars().filter(each -> each == ',').count() + 1;
    return view.sizeInScheduler().equals(containers + "G/" + containers)
        || view.sizeInScheduler().equals(step.before().ebb().sizeInScheduler());
  }
}
