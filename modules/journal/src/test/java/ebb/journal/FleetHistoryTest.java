package ebb.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import ebb.domain.DecommissionCause;
import ebb.domain.DrainTimeout;
import ebb.domain.NodeEvent;
import ebb.domain.NodeId;
import ebb.domain.NodeState;
import ebb.domain.Origin;
import ebb.domain.Provenance;
import ebb.domain.Resource;
import ebb.domain.TimeoutSource;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;

final class FleetHistoryTest {
  private static final NodeId N1 = new NodeId("n1", 1);
  private static final NodeId N2 = new NodeId("n2", 1);
  private static final Instant T0 = Instant.parse("2026-11-22T08:00:00Z");
  private static final Resource SIZE = Resource.of(8192, 8);

  private final List<JournaledEvent> journal = new ArrayList<>();

  @Test
  void shouldKnowTheFleetAtAnyInstantAndWhatLedThere() {
    // given one node that drains into its deadline, and one that joins later
    add(N1, 1, new NodeEvent.NodeRegistered(N1, SIZE, true, at(0)));
    add(N1, 2, started(N1, 10));
    add(N2, 1, new NodeEvent.NodeRegistered(N2, SIZE, true, at(20)));
    add(N1, 3, new NodeEvent.NodeDecommissioned(N1, 1, DecommissionCause.TIMEOUT, at(70)));
    // when, then
    assertThat(fleetAt(-1)).isEmpty();
    assertThat(fleetAt(9)).containsOnlyKeys(N1);
    assertThat(at(10, N1))
        .satisfies(
            step -> {
              assertThat(step.after().state()).isEqualTo(NodeState.DECOMMISSIONING);
              assertThat(step.after().drain().orElseThrow().deadline())
                  .contains(T0.plusSeconds(70));
              assertThat(step.event().name()).isEqualTo("node.decommissioning-started");
            });
    assertThat(fleetAt(69)).containsOnlyKeys(N1, N2);
    assertThat(at(70, N1))
        .satisfies(
            step -> {
              assertThat(step.before().state()).isEqualTo(NodeState.DECOMMISSIONING);
              assertThat(step.after().state()).isEqualTo(NodeState.DECOMMISSIONED);
            });
    assertThat(at(1000, N2).after().state()).isEqualTo(NodeState.RUNNING);
  }

  @Test
  void shouldNotTakeAnEventOutOfTheMiddleWhenClocksDisagree() {
    // given a second instance whose clock is behind
    add(N1, 1, new NodeEvent.NodeRegistered(N1, SIZE, true, at(0)));
    add(N1, 2, started(N1, 30));
    add(N1, 3, new NodeEvent.NodeDecommissioned(N1, 1, DecommissionCause.FORCED, at(20)));
    // when, then
    assertThat(at(25, N1).after().state()).isEqualTo(NodeState.RUNNING);
    assertThat(at(30, N1).after().state()).isEqualTo(NodeState.DECOMMISSIONED);
  }

  @Test
  void shouldShowEachStep() {
    // given
    add(N1, 1, new NodeEvent.NodeRegistered(N1, SIZE, true, at(0)));
    journal.add(
        new JournaledEvent.OfLists(
            new JournalPosition(99, "NodesListManager", 1), SampleEvents.refresh()));
    add(N1, 2, started(N1, 10));
    add(N1, 3, new NodeEvent.NodeRecommissioned(N1, 1, at(20)));
    // when
    List<NodeStep> steps = FleetHistory.steps(journal.stream()).toList();
    // then
    assertThat(steps)
        .extracting(step -> step.before().state(), step -> step.after().state())
        .containsExactly(
            tuple(NodeState.NEW, NodeState.RUNNING),
            tuple(NodeState.RUNNING, NodeState.DECOMMISSIONING),
            tuple(NodeState.DECOMMISSIONING, NodeState.RUNNING));
  }

  @Test
  void shouldFailLoudlyAtAnImpossibleEvent() {
    // given a changed timeout without a drain
    add(N1, 1, new NodeEvent.NodeRegistered(N1, SIZE, true, at(0)));
    add(
        N1,
        2,
        new NodeEvent.DecommissioningTimeoutChanged(
            N1, 1, DrainTimeout.INFINITE, TimeoutSource.REQUEST, at(1)));
    // when, then
    assertThatThrownBy(() -> fleetAt(10))
        .isInstanceOf(ReplayException.class)
        .hasMessageContaining("RMNode|n1:1, sequence number 2")
        .hasMessageContaining("no drain");
  }

  @Test
  void shouldFailLoudlyAtAGap() {
    // given
    add(N1, 1, new NodeEvent.NodeRegistered(N1, SIZE, true, at(0)));
    add(N1, 3, new NodeEvent.NodeLost(N1, at(1)));
    // when, then
    assertThatThrownBy(() -> fleetAt(10))
        .isInstanceOf(ReplayException.class)
        .hasMessageContaining("sequence number 3: expected sequence number 2");
  }

  @Test
  void shouldFailLoudlyAtAnEventOfAnotherNode() {
    // given
    add(N1, 1, new NodeEvent.NodeRegistered(N2, SIZE, true, at(0)));
    // when, then
    assertThatThrownBy(() -> fleetAt(10))
        .isInstanceOf(ReplayException.class)
        .hasMessageContaining("RMNode|n1:1")
        .hasMessageContaining("n2:1");
  }

  private NodeStep at(long second, NodeId node) {
    return Objects.requireNonNull(fleetAt(second).get(node));
  }

  private SortedMap<NodeId, NodeStep> fleetAt(long second) {
    return FleetHistory.at(journal.stream(), T0.plusSeconds(second));
  }

  private void add(NodeId writer, long sequenceNumber, NodeEvent event) {
    journal.add(
        new JournaledEvent.OfNode(
            new JournalPosition(journal.size() + 1L, "RMNode|" + writer, sequenceNumber), event));
  }

  private static NodeEvent started(NodeId node, long second) {
    return new NodeEvent.DecommissioningStarted(
        node,
        1,
        T0.plusSeconds(10),
        DrainTimeout.ofSeconds(60),
        TimeoutSource.REQUEST,
        Optional.of(SIZE),
        at(second));
  }

  private static Provenance at(long second) {
    return new Provenance(
        T0.plusSeconds(second),
        "ebb-1",
        "alice",
        Origin.RPC,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        1);
  }
}
