package ebb.demo;

import ebb.demo.process.ManagedProcess;
import ebb.domain.DecommissionCause;
import ebb.domain.NodeEvent;
import ebb.domain.NodeId;
import java.util.List;
import java.util.SortedMap;

/** Step 6: the ResourceManager is stopped, and its journal tells what became of each node. */
final class TellHistories {
  private final Stage stage;

  private TellHistories(Stage stage) {
    this.stage = stage;
  }

  static void run(Stage stage, Roles roles, JournalReader journal) {
    // First, so that it can say goodbye.
    end(stage, stage.nodeManager(roles.recommissioned()).process());
    end(stage, stage.cluster().resourceManager().process());
    SortedMap<NodeId, List<NodeEvent>> histories = journal.read(stage.cluster().folder().data());
    histories.forEach(
        (node, events) -> {
          stage.narrator().say(node.toString());
          events.forEach(event -> stage.narrator().say("   " + HistoryLine.of(event)));
        });
    var step = new TellHistories(stage);
    step.checkDecommissioned(history(histories, roles.natural()), DecommissionCause.READY);
    step.checkDecommissioned(history(histories, roles.timesOut()), DecommissionCause.TIMEOUT);
    step.checkRecommissioned(history(histories, roles.recommissioned()));
  }

  private static void end(Stage stage, ManagedProcess process) {
    process.terminate();
    stage.check(
        process.awaitExit(Stage.SOON).isPresent(), process.name() + " does not end on SIGTERM");
  }

  private static List<NodeEvent> history(
      SortedMap<NodeId, List<NodeEvent>> histories, String host) {
    return histories.entrySet().stream()
        .filter(entry -> entry.getKey().host().equals(host))
        .findFirst()
        .orElseThrow(() -> new StepFailedException("the journal does not know " + host))
        .getValue();
  }

  private void checkDecommissioned(List<NodeEvent> history, DecommissionCause cause) {
    NodeEvent.DecommissioningStarted start = onlyStart(history);
    NodeEvent last = history.get(history.size() - 1);
    if (!(last instanceof NodeEvent.NodeDecommissioned end)) {
      throw new StepFailedException("the last event is not the end of the drain: " + last);
    }
    stage.check(
        end.epoch() == start.epoch() && end.cause() == cause,
        "the drain should have ended with " + cause + ", but the last event is " + end);
    stage.check(
        cause != DecommissionCause.TIMEOUT
            || start
                .timeout()
                .after(start.startedAt())
                .filter(deadline -> !end.by().at().isBefore(deadline))
                .isPresent(),
        "the drain ended before its deadline: " + end);
  }

  private void checkRecommissioned(List<NodeEvent> history) {
    long epoch = onlyStart(history).epoch();
    stage.check(
        history.stream()
            .anyMatch(
                event ->
                    event instanceof NodeEvent.NodeRecommissioned back && back.epoch() == epoch),
        "the journal has no recommission of drain " + epoch);
  }

  private static NodeEvent.DecommissioningStarted onlyStart(List<NodeEvent> history) {
    List<NodeEvent.DecommissioningStarted> starts =
        history.stream()
            .filter(NodeEvent.DecommissioningStarted.class::isInstance)
            .map(NodeEvent.DecommissioningStarted.class::cast)
            .toList();
    if (starts.size() != 1) {
      throw new StepFailedException("the journal should have one start of a drain: " + history);
    }
    return starts.get(0);
  }
}
