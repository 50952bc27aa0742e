package ebb.hadoop.node;

import static ebb.hadoop.heartbeat.Reports.application;
import static ebb.hadoop.heartbeat.Reports.beat;
import static ebb.hadoop.heartbeat.Reports.held;
import static ebb.hadoop.heartbeat.Reports.registration;
import static ebb.hadoop.heartbeat.Reports.status;
import static org.assertj.core.api.Assertions.assertThat;

import ebb.domain.Resource;
import ebb.hadoop.FakeResourceManager;
import ebb.hadoop.heartbeat.NodeHealth;
import ebb.hadoop.heartbeat.Reports;
import ebb.node.NodeCommand;
import ebb.node.NodeStateUpdate;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.event.Event;
import org.apache.hadoop.yarn.server.resourcemanager.ClusterMetrics;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNode;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNodeCleanAppEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.NodeAddedSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.NodeRemovedSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.NodeResourceUpdateSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.NodeUpdateSchedulerEvent;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Three nodes live through anything, in any order, with publications and facts that are late, lost
 * or stale: the scheduler hears of each node in a legal order, and the counters add up.
 */
class RMNodeViewWalkTest {
  private static final int STEPS = 4_000;

  private final FakeResourceManager rm = new FakeResourceManager();
  private final List<Walker> walkers = new ArrayList<>();
  private final Set<RMNode> inScheduler = new HashSet<>();
  private int eventsRead;
  private int factsRead;
  private Random random = new Random(0);

  /** One node: its RMNode, its view, and what is under way between the two. */
  private final class Walker {
    final PublishedNode node;
    final RMNodeView view;
    final List<NodeStateUpdate> underWay = new ArrayList<>();
    long registrations;

    Walker(String host) {
      node = new PublishedNode(host);
      view = rm.live(node);
    }

    void step() {
      switch (random.nextInt(16)) {
        case 0, 1 -> register();
        case 2 -> node.drains();
        case 3 -> node.isRecommissioned();
        case 4 -> node.isDecommissioned();
        case 5 -> node.isLost();
        case 6 -> node.isRebooted();
        case 7 -> node.isShutDown();
        case 8 -> node.reports(random.nextBoolean());
        case 9 -> node.isResized(Resource.of(1024L * (1 + random.nextInt(4)), 4));
        case 10 -> leave();
        case 11 -> view.tick();
        case 12 -> view.handle(new RMNodeCleanAppEvent(view.getNodeID(), anApplication()));
        default -> heartbeat();
      }
      underWay.add(node.publication());
      if (random.nextBoolean()) {
        view.show(underWay.get(random.nextInt(underWay.size())));
      }
    }

    private void register() {
      registrations++;
      boolean healthy = random.nextInt(4) > 0;
      node.registers(healthy);
      view.register(
          registration(
              node,
              registrations,
              healthy,
              random.nextBoolean() ? List.of(held(random.nextInt(5))) : List.of(),
              random.nextBoolean() ? List.of(anApplication()) : List.of()));
    }

    private void leave() {
      if (random.nextBoolean()) {
        view.reportExpiry();
      } else {
        view.reportReboot(Optional.empty());
      }
    }

    private void heartbeat() {
      if (view.isRegistered()) {
        List<ContainerStatus> containers = new ArrayList<>();
        for (int number = 0; number < random.nextInt(5); number++) {
          ContainerState[] states = ContainerState.values();
          containers.add(status(Reports.container(number), states[random.nextInt(states.length)]));
        }
        beat(view, node, random.nextInt(4) > 0, containers);
      }
    }

    /** Of a node whose NodeManager is leaving, or which drains, either is right. */
    boolean isScheduledRightly() {
      boolean scheduled = inScheduler.contains(view);
      return switch (view.getState()) {
        case RUNNING -> !view.isRegistered() || scheduled == view.health.isHealthy(rm.clock.get());
        case DECOMMISSIONING -> true;
        case NEW, UNHEALTHY, DECOMMISSIONED, LOST, REBOOTED, SHUTDOWN -> !scheduled;
      };
    }

    private org.apache.hadoop.yarn.api.records.ApplicationId anApplication() {
      return application(1 + random.nextInt(2));
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 20261122})
  void shouldKeepOrderAndCounters(long seed) {
    // given
    random = new Random(seed);
    rm.knows(application(1));
    for (String host : List.of("nm1", "nm2", "nm3")) {
      walkers.add(new Walker(host));
    }
    // when
    for (int step = 0; step < STEPS; step++) {
      walkers.get(random.nextInt(walkers.size())).step();
      rm.pass(random.nextInt(3_000));
      if (random.nextInt(3) == 0) {
        deliverFacts();
      }
      // then
      readEvents();
      checkCounters();
    }
    // when everything arrives in the end
    for (Walker walker : walkers) {
      walker.view.show(walker.node.publication());
      rm.pass(NodeHealth.DAMPING_MS);
      walker.view.tick();
      readEvents();
      // then
      assertThat(walker.isScheduledRightly()).isTrue();
      assertThat(walker.view.getState().name()).isEqualTo(walker.node.node().state().name());
      assertThat(walker.view.scheduler.isAdded()).isEqualTo(inScheduler.contains(walker.view));
      // when the activation ends
      walker.view.close();
      walker.step();
      // then
      assertThat(rm.events).hasSize(eventsRead);
    }
    checkCounters();
  }

  /**
   * The scheduler: each update must concern a node that it has; it pulls at once, or much later.
   */
  private void readEvents() {
    for (; eventsRead < rm.events.size(); eventsRead++) {
      Event<?> event = rm.events.get(eventsRead);
      if (event instanceof NodeAddedSchedulerEvent added) {
        assertThat(inScheduler.add(added.getAddedRMNode())).as("added twice").isTrue();
      } else if (event instanceof NodeRemovedSchedulerEvent removed) {
        assertThat(inScheduler.remove(removed.getRemovedRMNode())).as("removed").isTrue();
      } else if (event instanceof NodeUpdateSchedulerEvent update) {
        assertThat(inScheduler).contains(update.getRMNode());
        update.getRMNode().pullContainerUpdates();
      } else if (event instanceof NodeResourceUpdateSchedulerEvent resize) {
        assertThat(inScheduler).contains(resize.getRMNode());
      }
    }
  }

  /** Some facts reach RMNode, some get lost. */
  private void deliverFacts() {
    for (; factsRead < rm.facts.size(); factsRead++) {
      Walker walker = walkers.get(random.nextInt(walkers.size()));
      if (rm.facts.get(factsRead) instanceof NodeCommand.ReportHealth report) {
        walker.node.reports(report.healthy());
      } else if (rm.facts.get(factsRead) instanceof NodeCommand.ReportReboot) {
        walker.node.isRebooted();
      }
    }
  }

  private void checkCounters() {
    ClusterMetrics metrics = ClusterMetrics.getMetrics();
    Map<NodeState, Integer> counted = new EnumMap<>(NodeState.class);
    counted.put(NodeState.RUNNING, metrics.getNumActiveNMs());
    counted.put(NodeState.UNHEALTHY, metrics.getUnhealthyNMs());
    counted.put(NodeState.DECOMMISSIONING, metrics.getNumDecommissioningNMs());
    counted.put(NodeState.DECOMMISSIONED, metrics.getNumDecommisionedNMs());
    counted.put(NodeState.LOST, metrics.getNumLostNMs());
    counted.put(NodeState.REBOOTED, metrics.getNumRebootedNMs());
    counted.put(NodeState.SHUTDOWN, metrics.getNumShutdownNMs());
    for (Map.Entry<NodeState, Integer> each : counted.entrySet()) {
      long expected =
          walkers.stream().filter(walker -> walker.view.getState() == each.getKey()).count();
      assertThat(each.getValue()).as("%s", each.getKey()).isEqualTo((int) expected);
    }
    for (Walker walker : walkers) {
      NodeState state = walker.view.getState();
      assertThat(rm.context.getRMNodes().containsValue(walker.view))
          .isEqualTo(!state.isInactiveState() && state != NodeState.NEW);
      assertThat(rm.context.getInactiveRMNodes().containsValue(walker.view))
          .isEqualTo(state.isInactiveState());
    }
  }
}
