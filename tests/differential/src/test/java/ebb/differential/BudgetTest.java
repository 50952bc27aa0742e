package ebb.differential;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.differential.script.Lists;
import ebb.differential.script.Script;
import ebb.differential.script.Step;
import ebb.differential.script.Step.Work;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The exact cost of a drain, and of idle time. All actors run on the thread of the test with manual
 * time, so that every run counts the same. A number that grows needs a reason.
 */
class BudgetTest {
  private static final int MINUTE = 60;
  private static final int HOUR = 60 * MINUTE;

  private final EbbSystem system = new EbbSystem(MessageCount.ofAllActors());

  @TempDir Path folder;

  @BeforeEach
  void start() {
    Budget.INSTANCE.takeLog();
  }

  @AfterEach
  void stop() {
    Budget.INSTANCE.giveLogBack();
    system.stop();
  }

  /** Two containers, then one, then only their application: three workloads before the end. */
  @Test
  void shouldDrainANodeThatReportsThreeWorkloads() {
    try (EbbSide cluster = inService(1)) {
      placeTwoContainers(cluster);
      Budget.INSTANCE.clear();

      drain(cluster, 1);
      beat(cluster, Work.NONE, 1);
      beat(cluster, Work.COMPLETE_ONE, 2);
      cluster.perform(new Step.EndApplication(0));
      beat(cluster, Work.NONE, 1);

      assertThat(decommissioned(cluster)).isEqualTo(1);
      assertThat(costs())
          .isEqualTo(
              """
              10 messages between leader and nodes
                RMNode > leader: 5 NodeStateUpdate
                a call > RMNode: 3 ReportWorkload
                leader > RMNode: 1 Reconcile
                live-nodes > RMNode: 1 ReportWorkload
              12 messages within the leader
                NodesListJournal > leader: 1 Appended
                a call > leader: 1 RefreshNodes
                leader > NodesListJournal: 1 Append
                leader > leader: 1 SettingsRead
                leader > live-nodes: 5 Changed, 1 HostsInForce, 1 Planned
                live-nodes > leader: 1 PlanAcknowledged
              1 asks
                a call: 1 RefreshNodes
              4 rows
                NodesListManager: 1 ListsRead, 1 RefreshAccepted
                RMNode: 1 DecommissioningStarted, 1 NodeDecommissioned
              3 writes
                journal: 1 NodesListManager, 2 RMNode
              5 lines in the log
                INFO: 1 EbbResourceTracker, 1 NodesListManagerAdapter, 2 RMNode, 1 RefreshProcessor
              80 timers that fired
                leader: 40 STEP
                live-nodes: 40 LIVELINESS
              """);

      beat(cluster, Work.NONE, MINUTE);

      assertThat(costs())
          .isEqualTo(
              """
              2 messages within the leader
                NodesListJournal > leader: 1 Appended
                leader > NodesListJournal: 1 Append
              1 rows
                NodesListManager: 1 NodesSettled
              1 writes
                journal: 1 NodesListManager
              1200 timers that fired
                leader: 600 STEP
                live-nodes: 600 LIVELINESS
              """);
    }
  }

  @Test
  void shouldWatchForAnHourADrainOfWhichNothingChanges() {
    try (EbbSide cluster = inService(1)) {
      placeTwoContainers(cluster);
      drain(cluster, 1);
      beat(cluster, Work.NONE, MINUTE);
      Budget.INSTANCE.clear();

      beat(cluster, Work.NONE, HOUR);

      assertThat(decommissioned(cluster)).isZero();
      assertThat(costs())
          .isEqualTo(
              """
              360 messages between leader and nodes
                leader > RMNode: 360 Reconcile
              180 messages between a node and its watcher
                watcher > RMNode: 180 Poll
              360 lines in the log
                INFO: 360 DrainStatusLog
              72180 timers that fired
                leader: 36000 STEP
                live-nodes: 36000 LIVELINESS
                watcher: 180 POLL
              """);
    }
  }

  /** What it waits for changes only every few minutes. */
  @Test
  void shouldRecordTheProgressOfADrainOfAnHour() {
    try (EbbSide cluster = inService(1)) {
      placeTwoContainers(cluster);
      Budget.INSTANCE.clear();

      drain(cluster, 1);
      beat(cluster, Work.NONE, 20 * MINUTE);
      beat(cluster, Work.COMPLETE_ONE, 1);
      beat(cluster, Work.NONE, 20 * MINUTE);
      beat(cluster, Work.COMPLETE_ONE, 1);
      beat(cluster, Work.NONE, 20 * MINUTE);

      assertThat(decommissioned(cluster)).isZero();
      assertThat(costs())
          .contains(
              """
                RMNode: 2 DecommissioningProgressed, 1 DecommissioningStarted
              """);
    }
  }

  @Test
  void shouldKeepANodeInServiceForAnHour() {
    try (EbbSide cluster = inService(1)) {
      placeTwoContainers(cluster);
      beat(cluster, Work.NONE, MINUTE);
      Budget.INSTANCE.clear();

      beat(cluster, Work.NONE, HOUR);

      assertThat(costs())
          .isEqualTo(
              """
              60 messages between leader and nodes
                leader > RMNode: 60 Reconcile
              72000 timers that fired
                leader: 36000 STEP
                live-nodes: 36000 LIVELINESS
              """);
    }
  }

  @Test
  void shouldDrainAThousandIdleNodes() {
    try (EbbSide cluster = inService(1_000)) {
      beat(cluster, Work.NONE, MINUTE);
      Budget.INSTANCE.clear();

      drain(cluster, 1_000);
      beat(cluster, Work.NONE, 1);

      assertThat(decommissioned(cluster)).isEqualTo(1_000);
      assertThat(costs())
          .isEqualTo(
              """
              4016 messages between leader and nodes
                RMNode > leader: 2000 NodeStateUpdate
                leader > RMNode: 1016 Reconcile
                live-nodes > RMNode: 1000 ReportWorkload
              2007 messages within the leader
                NodesListJournal > leader: 1 Appended
                a call > leader: 1 RefreshNodes
                leader > NodesListJournal: 1 Append
                leader > leader: 1 SettingsRead
                leader > live-nodes: 2000 Changed, 1 HostsInForce, 1 Planned
                live-nodes > leader: 1 PlanAcknowledged
              1 asks
                a call: 1 RefreshNodes
              2002 rows
                NodesListManager: 1 ListsRead, 1 RefreshAccepted
                RMNode: 1000 DecommissioningStarted, 1000 NodeDecommissioned
              2001 writes
                journal: 1 NodesListManager, 2000 RMNode
              2002 lines in the log
                INFO: 1 NodesListManagerAdapter, 2000 RMNode, 1 RefreshProcessor
              20 timers that fired
                leader: 10 STEP
                live-nodes: 10 LIVELINESS
              """);

      beat(cluster, Work.NONE, MINUTE);

      assertThat(costs())
          .isEqualTo(
              """
              1000 messages between leader and nodes
                leader > RMNode: 1000 Reconcile
              2 messages within the leader
                NodesListJournal > leader: 1 Appended
                leader > NodesListJournal: 1 Append
              1 rows
                NodesListManager: 1 NodesSettled
              1 writes
                journal: 1 NodesListManager
              1 lines in the log
                INFO: 1 EbbResourceTracker
              1200 timers that fired
                leader: 600 STEP
                live-nodes: 600 LIVELINESS
              """);
    }
  }

  /** The counts since the last call. */
  private static String costs() {
    String table = Budget.INSTANCE.table();
    Budget.INSTANCE.clear();
    return table;
  }

  // ---- the cluster ----

  private EbbSide inService(int nodes) {
    List<NodeId> ids = hosts(nodes).map(host -> NodeId.newInstance(host, 45454)).toList();
    EbbSide cluster = new EbbSide(system, new Script(0, ids, 1, Lists.EMPTY, List.of()), folder);
    cluster.run();
    cluster.passInPartsOf(100);
    for (int i = 0; i < nodes; i++) {
      cluster.perform(new Step.Start(i, Step.Memory.NOTHING, 8042, 4, true, "3.5.0"));
    }
    beat(cluster, Work.NONE, 1);
    return cluster;
  }

  private static Stream<String> hosts(int nodes) {
    return IntStream.rangeClosed(1, nodes).mapToObj(i -> "10." + i);
  }

  private static void placeTwoContainers(EbbSide cluster) {
    cluster.perform(new Step.Place(0, 0, true, 1));
    cluster.perform(new Step.Place(0, 0, false, 2));
    beat(cluster, Work.START_PLACED, 1);
    beat(cluster, Work.NONE, 5);
  }

  private static void drain(EbbSide cluster, int nodes) {
    List<Lists.Entry> all =
        hosts(nodes).map(host -> new Lists.Entry(host, OptionalInt.empty())).toList();
    Lists.Exclude exclude = new Lists.Exclude(Lists.Form.PLAIN, all);
    cluster.perform(new Step.Write(new Lists(Lists.EMPTY.include(), exclude, 3600)));
    cluster.perform(new Step.Refresh(Step.Refresh.Type.GRACEFUL, OptionalInt.of(4 * HOUR)));
  }

  /** Every node sends one heartbeat a second. */
  private static void beat(EbbSide cluster, Work work, int seconds) {
    for (int i = 0; i < seconds; i++) {
      cluster.perform(new Step.BeatAll(work));
    }
  }

  private static int decommissioned(EbbSide cluster) {
    return cluster.context.getInactiveRMNodes().size();
  }
}
