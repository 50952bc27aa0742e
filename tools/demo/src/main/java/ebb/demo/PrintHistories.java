package ebb.demo;

import ebb.demo.check.Breach;
import ebb.demo.check.JournalInvariants;
import ebb.demo.check.Lateness;
import ebb.demo.check.Lateness.Disturbance;
import ebb.demo.process.ManagedProcess;
import ebb.domain.DecommissionCause;
import ebb.domain.Drain;
import ebb.domain.NodeEvent.DecommissioningStarted;
import ebb.domain.NodeEvent.NodeDecommissioned;
import ebb.domain.NodeEvent.NodeRecommissioned;
import ebb.domain.NodeId;
import ebb.journal.event.JournaledEvent;
import ebb.journal.replay.HistoryLine;
import ebb.journal.replay.JournalReplay;
import ebb.journal.replay.NodeStep;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The last step: when nothing runs any more, the journal still has the history of each node. */
final class PrintHistories {
  /** How late a drain may end on a machine that runs all of this at once. */
  private static final Duration STEADY = Duration.ofSeconds(10);

  private final DemoContext context;
  private final NavigableMap<NodeId, List<NodeStep>> histories;

  private PrintHistories(DemoContext context, NavigableMap<NodeId, List<NodeStep>> histories) {
    this.context = context;
    this.histories = histories;
  }

  /**
   * @param losses of instances, one after the other
   */
  static void run(DemoContext context, Roles roles, List<Disturbance> losses) {
    // First, so that it can unregister.
    end(context, context.nodeManager(roles.recommissioned()).process());
    context.cluster().resourceManagers().forEach(each -> end(context, each.process()));
    List<JournaledEvent> journal = context.cluster().journal();
    var step = new PrintHistories(context, byNode(journal));
    step.tell();
    var lateness = new Lateness(STEADY, losses);
    List<Breach> breaches = JournalInvariants.breaches(journal, List.of(), lateness, Instant.now());
    context.check(breaches.isEmpty(), "the journal shows: " + breaches);
    step.checkDecommissioned(roles.natural(), DecommissionCause.READY);
    step.checkDecommissioned(roles.timesOut(), DecommissionCause.TIMEOUT);
    step.checkRecommissioned(roles.recommissioned());
  }

  private static void end(DemoContext context, ManagedProcess process) {
    process.terminate();
    context.check(
        process.awaitExit(DemoContext.SOON).isPresent(),
        process.name() + " does not end on SIGTERM");
  }

  private static NavigableMap<NodeId, List<NodeStep>> byNode(List<JournaledEvent> journal) {
    return JournalReplay.steps(journal.stream())
        .collect(
            Collectors.groupingBy(
                step -> step.after().nodeId(), TreeMap::new, Collectors.toList()));
  }

  private void tell() {
    histories.forEach(
        (node, history) -> {
          context.reporter().say("The history of " + node + ":");
          history.forEach(step -> context.reporter().say("   " + HistoryLine.of(step)));
        });
  }

  private void checkDecommissioned(String host, DecommissionCause cause) {
    List<NodeStep> history = history(host);
    checkOneStart(host, history);
    NodeStep last = history.get(history.size() - 1);
    if (!(last.event().event() instanceof NodeDecommissioned end)) {
      throw new StepFailedException("the last event of " + host + " does not end its drain");
    }
    context.check(
        end.cause() == cause && last.before().drain().isPresent(),
        "the drain of " + host + " should have ended with " + cause + ", but see " + end);
    Drain drain = last.before().drain().orElseThrow();
    context.check(
        cause != DecommissionCause.TIMEOUT || drain.isOverAt(end.by().at()),
        "the drain of " + host + " ended before its deadline");
  }

  private void checkRecommissioned(String host) {
    List<NodeStep> history = history(host);
    checkOneStart(host, history);
    context.check(
        history.stream().anyMatch(step -> step.event().event() instanceof NodeRecommissioned),
        "the journal does not know that " + host + " was recommissioned");
  }

  private void checkOneStart(String host, List<NodeStep> history) {
    long starts =
        history.stream()
            .filter(step -> step.event().event() instanceof DecommissioningStarted)
            .count();
    context.check(starts == 1, "the drain of " + host + " should have one start but has " + starts);
  }

  private List<NodeStep> history(String host) {
    return histories.entrySet().stream()
        .filter(entry -> entry.getKey().host().equals(host))
        .findFirst()
        .orElseThrow(() -> new StepFailedException("the journal does not know " + host))
        .getValue();
  }
}
