package ebb.differential;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.differential.Step.Work;
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
 * What a drain costs, and what it costs when nothing happens, exactly: all actors run on the thread
 * of the test and time is by hand, so that every run counts the same. A number that grows needs a
 * reason.
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
              11 messages between leader and nodes
                RMNode > NodeDirectory: 5 NodePublication
                a call > RMNode: 3 ReportWorkload
                a child of NodesListManager > RMNode: 1 Obey
                live-nodes > RMNode: 1 Acknowledge, 1 ReportWorkload
              10 messages between a node and its watcher
                RMNode > watcher: 4 WorkloadReported
                watcher > RMNode: 1 Drained, 5 Progressed
              17 messages within the leader
                NodeDirectory > a child of NodesListManager: 1 Shows
                NodeDirectory > live-nodes: 2 Changed, 1 Ordered
                NodesListManager > NodeDirectory: 1 ListKnown
                NodesListManager > NodesListManager: 1 SettingsRead, 1 ViewTaken
                NodesListManager > a child of NodesListManager: 1 Announce
                NodesListManager > leader: 1 Taken
                NodesListManager > live-nodes: 1 HostsInForce
                a call > leader: 1 RefreshNodes
                a child of NodesListManager > NodeDirectory: 1 Planned
                a child of NodesListManager > NodesListManager: 1 Confirmed
                a child of NodesListManager > a child of NodesListManager: 1 Send, 1 Written
                a child of NodesListManager > a child of leader: 1 Refreshed
                leader > NodesListManager: 1 Passed
              5 asks
                NodeDirectory: 1 Ordered
                NodesListManager: 1 ListKnown
                a call: 1 RefreshNodes
                a child of NodesListManager: 1 Confirmed, 1 Planned
              5 rows
                NodesListManager: 1 ListsRead, 1 OrdersConfirmed, 1 RefreshAccepted
                RMNode: 1 DecommissioningStarted, 1 NodeDecommissioned
              4 writes
                journal: 2 NodesListManager, 2 RMNode
              5 lines in the log
                INFO: 1 EbbResourceTracker, 1 NodesListBridge, 2 RMNode, 1 RefreshDesk
              85 timers that fired
                NodeDirectory: 2 RETRY, 40 SWEEP
                a child of NodesListManager: 1 PendingAnswer, 2 RETRY
                live-nodes: 40 LIVELINESS
              """);

      beat(cluster, Work.NONE, MINUTE);

      assertThat(costs())
          .isEqualTo(
              """
              5 messages between leader and nodes
                NodeDirectory > RMNode: 3 Attach
                RMNode > NodeDirectory: 1 NodePublication
                live-nodes > RMNode: 1 Acknowledge
              17 messages within the leader
                NodeDirectory > live-nodes: 1 Changed
                NodesListManager > NodeDirectory: 6 KeepAwake, 1 ListKnown
                NodesListManager > NodesListManager: 1 DrainsSeen
                NodesListManager > leader: 2 Taken
                NodesListManager > live-nodes: 2 HostsInForce
                leader > NodesListManager: 2 Passed
                live-nodes > leader: 2 FollowLists
              1 asks
                NodesListManager: 1 ListKnown
              2 rows
                NodesListManager: 1 DrainsEnded, 1 OutcomesRecorded
              1 writes
                journal: 1 NodesListManager
              1256 timers that fired
                NodeDirectory: 24 RETRY, 600 SWEEP
                NodesListManager: 6 WAKE
                a child of NodesListManager: 24 RETRY
                live-nodes: 2 LISTS, 600 LIVELINESS
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
              1729 messages between leader and nodes
                NodeDirectory > RMNode: 505 Attach
                RMNode > NodeDirectory: 252 NodePublication
                live-nodes > RMNode: 252 Acknowledge, 720 ReportWorkload
              180 messages between a node and its watcher
                watcher > RMNode: 180 Progressed
              1842 messages within the leader
                NodeDirectory > live-nodes: 252 Changed
                NodesListManager > NodeDirectory: 366 KeepAwake, 6 ListIdle, 366 ListKnown
                NodesListManager > NodesListManager: 366 DrainsSeen, 6 IdleSeen
                NodesListManager > leader: 120 Taken
                NodesListManager > live-nodes: 120 HostsInForce
                leader > NodesListManager: 120 Passed
                live-nodes > leader: 120 FollowLists
              372 asks
                NodesListManager: 6 ListIdle, 366 ListKnown
              180 lines in the log
                INFO: 180 DecommissioningNodeWatcher
              75546 timers that fired
                NodeDirectory: 1440 RETRY, 36000 SWEEP
                NodesListManager: 6 FORGET, 360 WAKE
                a child of NodesListManager: 1440 RETRY
                live-nodes: 120 LISTS, 36000 LIVELINESS
                watcher: 180 POLL
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
              216 messages between leader and nodes
                NodeDirectory > RMNode: 72 Attach
                RMNode > NodeDirectory: 72 NodePublication
                live-nodes > RMNode: 72 Acknowledge
              930 messages within the leader
                NodeDirectory > live-nodes: 72 Changed
                NodesListManager > NodeDirectory: 366 KeepAwake, 6 ListIdle
                NodesListManager > NodesListManager: 6 IdleSeen
                NodesListManager > leader: 120 Taken
                NodesListManager > live-nodes: 120 HostsInForce
                leader > NodesListManager: 120 Passed
                live-nodes > leader: 120 FollowLists
              6 asks
                NodesListManager: 6 ListIdle
              75366 timers that fired
                NodeDirectory: 1440 RETRY, 36000 SWEEP
                NodesListManager: 6 FORGET, 360 WAKE
                a child of NodesListManager: 1440 RETRY
                live-nodes: 120 LISTS, 36000 LIVELINESS
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
              5186 messages between leader and nodes
                NodeDirectory > RMNode: 140 Attach
                RMNode > NodeDirectory: 2128 NodePublication
                a child of NodesListManager > RMNode: 1000 Obey
                live-nodes > RMNode: 918 Acknowledge, 1000 ReportWorkload
              4000 messages between a node and its watcher
                RMNode > watcher: 1000 WorkloadReported
                watcher > RMNode: 1000 Drained, 2000 Progressed
              3144 messages within the leader
                NodeDirectory > a child of NodesListManager: 1000 Shows
                NodeDirectory > live-nodes: 2128 Changed, 1 Ordered
                NodesListManager > NodeDirectory: 1 ListKnown
                NodesListManager > NodesListManager: 1 SettingsRead, 1 ViewTaken
                NodesListManager > a child of NodesListManager: 1 Announce
                NodesListManager > leader: 1 Taken
                NodesListManager > live-nodes: 1 HostsInForce
                a call > leader: 1 RefreshNodes
                a child of NodesListManager > NodeDirectory: 1 Planned
                a child of NodesListManager > NodesListManager: 2 Confirmed
                a child of NodesListManager > a child of NodesListManager: 1 Send, 2 Written
                a child of NodesListManager > a child of leader: 1 Refreshed
                leader > NodesListManager: 1 Passed
              6 asks
                NodeDirectory: 1 Ordered
                NodesListManager: 1 ListKnown
                a call: 1 RefreshNodes
                a child of NodesListManager: 2 Confirmed, 1 Planned
              2004 rows
                NodesListManager: 1 ListsRead, 2 OrdersConfirmed, 1 RefreshAccepted
                RMNode: 1000 DecommissioningStarted, 1000 NodeDecommissioned
              2003 writes
                journal: 3 NodesListManager, 2000 RMNode
              2002 lines in the log
                INFO: 1 NodesListBridge, 2000 RMNode, 1 RefreshDesk
              20 timers that fired
                NodeDirectory: 10 SWEEP
                live-nodes: 10 LIVELINESS
              """);

      beat(cluster, Work.NONE, MINUTE);

      assertThat(costs())
          .isEqualTo(
              """
              5262 messages between leader and nodes
                NodeDirectory > RMNode: 2766 Attach
                RMNode > NodeDirectory: 1217 NodePublication
                live-nodes > RMNode: 1279 Acknowledge
              1233 messages within the leader
                NodeDirectory > live-nodes: 1217 Changed
                NodesListManager > NodeDirectory: 6 KeepAwake, 1 ListKnown
                NodesListManager > NodesListManager: 1 DrainsSeen
                NodesListManager > leader: 2 Taken
                NodesListManager > live-nodes: 2 HostsInForce
                leader > NodesListManager: 2 Passed
                live-nodes > leader: 2 FollowLists
              1 asks
                NodesListManager: 1 ListKnown
              2 rows
                NodesListManager: 1 DrainsEnded, 1 OutcomesRecorded
              1 writes
                journal: 1 NodesListManager
              1 lines in the log
                INFO: 1 EbbResourceTracker
              1257 timers that fired
                NodeDirectory: 24 RETRY, 600 SWEEP
                NodesListManager: 6 WAKE
                a child of NodesListManager: 1 PendingAnswer, 24 RETRY
                live-nodes: 2 LISTS, 600 LIVELINESS
              """);
    }
  }

  /** Since the last time. */
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

  /** One heartbeat of each node a second. */
  private static void beat(EbbSide cluster, Work work, int seconds) {
    for (int i = 0; i < seconds; i++) {
      cluster.perform(new Step.BeatAll(work));
    }
  }

  private static int decommissioned(EbbSide cluster) {
    return cluster.context.getInactiveRMNodes().size();
  }
}
