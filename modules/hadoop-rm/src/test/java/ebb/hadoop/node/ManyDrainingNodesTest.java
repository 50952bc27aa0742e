package ebb.hadoop.node;

import static ebb.hadoop.heartbeat.Reports.beat;
import static ebb.hadoop.heartbeat.Reports.registration;
import static ebb.hadoop.heartbeat.Reports.running;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ebb.domain.NodeId;
import ebb.hadoop.FakeResourceManager;
import ebb.hadoop.heartbeat.Reports;
import ebb.hadoop.report.FakeActors;
import ebb.hadoop.report.NodeActors;
import ebb.node.NodeCommand;
import ebb.node.NodeCommand.ReportWorkload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Twenty thousand draining nodes tick while heartbeats go on, and no node waits for another. */
class ManyDrainingNodesTest {
  private static final int NODES = 20_000;

  private final FakeResourceManager hadoop = new FakeResourceManager();
  private final FakeActors actors = new FakeActors();

  private record Draining(PublishedNode node, RMNodeView view) {}

  private List<Draining> drain(RMNodeViews nodes, int count) {
    hadoop.knows(Reports.application(1));
    List<Draining> draining = new ArrayList<>();
    for (int number = 0; number < count; number++) {
      PublishedNode node = new PublishedNode("host" + number).registers(true);
      nodes.register(registration(node, 2, true, List.of(), List.of()));
      nodes.show(node.drains().publication());
      RMNodeView view = nodes.find(node.node().nodeId()).orElseThrow();
      // The scheduler sees the drain, and the NodeManager is heard.
      view.pullContainerUpdates();
      view.pullContainerUpdates();
      beat(view, node, running(1));
      draining.add(new Draining(node, view));
    }
    return draining;
  }

  private RMNodeViews nodes(NodeActors to) {
    return new RMNodeViews(
        hadoop.context,
        FakeResourceManager.LEADER,
        new AtomicLong(),
        to,
        hadoop.clock::get,
        600_000);
  }

  @Test
  void shouldReportEveryNodeEveryFiveSecondsWhileHeartbeatsGoOn() throws Exception {
    // given
    RMNodeViews nodes = nodes(actors);
    List<Draining> draining = drain(nodes, NODES);
    AtomicBoolean over = new AtomicBoolean();
    AtomicLong beats = new AtomicLong();
    List<CompletableFuture<Void>> heartbeats = new ArrayList<>();
    for (List<Draining> half :
        List.of(draining.subList(0, NODES / 2), draining.subList(NODES / 2, NODES))) {
      heartbeats.add(
          CompletableFuture.runAsync(
              () -> {
                while (!over.get()) {
                  half.forEach(each -> beat(each.view(), each.node(), running(1)));
                  beats.addAndGet(half.size());
                }
              }));
    }
    await().atMost(Duration.ofSeconds(60)).until(() -> beats.get() >= NODES);
    actors.told.clear();
    // when eleven seconds pass
    long beatsBefore = beats.get();
    for (int second = 0; second < 11; second++) {
      hadoop.pass(1_000);
      nodes.tick();
    }
    // then
    await().atMost(Duration.ofSeconds(60)).until(() -> beats.get() >= beatsBefore + NODES);
    over.set(true);
    for (CompletableFuture<Void> each : heartbeats) {
      each.get(60, TimeUnit.SECONDS);
    }
    Map<NodeId, Integer> reports = new HashMap<>();
    for (FakeActors.Told told : List.copyOf(actors.told)) {
      if (told.command() instanceof ReportWorkload) {
        reports.merge(told.nodeId(), 1, Integer::sum);
      }
    }
    assertThat(reports).hasSize(NODES);
    assertThat(reports.values()).allMatch(count -> count >= 2);
  }

  /** One node's actor keeps its caller waiting, in the middle of a tick. */
  @Test
  void shouldTakeHeartbeatsWhileTheTickHangsInAnotherNode() throws Exception {
    // given
    CountDownLatch hangs = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    AtomicBoolean armed = new AtomicBoolean();
    FakeActors slow =
        new FakeActors() {
          @Override
          public void tell(NodeId nodeId, NodeCommand command) {
            if (armed.get() && command instanceof ReportWorkload && nodeId.host().equals("host7")) {
              hangs.countDown();
              awaitQuietly(goOn);
            }
            super.tell(nodeId, command);
          }
        };
    RMNodeViews nodes = nodes(slow);
    List<Draining> draining = drain(nodes, 50);
    armed.set(true);
    hadoop.pass(5_000);
    // when
    CompletableFuture<Void> tick = CompletableFuture.runAsync(nodes::tick);
    assertThat(hangs.await(30, TimeUnit.SECONDS)).isTrue();
    // then all others go on
    for (Draining each : draining) {
      if (!each.node().node().nodeId().host().equals("host7")) {
        assertThat(beat(each.view(), each.node(), running(1)).getResponseId()).isEqualTo(2);
      }
    }
    assertThat(tick).isNotDone();
    goOn.countDown();
    tick.get(30, TimeUnit.SECONDS);
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await(60, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
