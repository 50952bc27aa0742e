package ebb.journal.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ebb.domain.DecommissionCause;
import ebb.domain.DrainAccount;
import ebb.domain.DrainStatus;
import ebb.domain.NodeEvent;
import ebb.domain.NodeId;
import ebb.domain.NodeState;
import ebb.domain.lists.NodeAddress;
import ebb.domain.lists.NodesListEvent;
import ebb.domain.work.Workload;
import ebb.journal.event.JournalPosition;
import ebb.journal.event.JournaledEvent;
import ebb.journal.event.ReplayException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

final class PastFleetTest extends ReplayFixture {
  private final Map<String, Long> numbers = new HashMap<>();

  @Test
  void shouldKnowTheFleetAtAnyInstantAndWhatLedThere() {
    // given one node that drains into its deadline, and one that joins later
    seen(N1, 0);
    add(new NodeEvent.NodeRegistered(N1, SIZE, true, at(0)));
    add(started(N1, 10));
    seen(N2, 15);
    add(new NodeEvent.NodeRegistered(N2, SIZE, true, at(20)));
    add(new NodeEvent.NodeDecommissioned(N1, 1, DecommissionCause.TIMEOUT, at(72)));
    // when, then
    assertThat(fleetAt(-1).nodes()).isEmpty();
    assertThat(fleetAt(9).nodes()).extracting(PastNode::nodeId).containsExactly(N1);
    assertThat(at(10, N1))
        .satisfies(
            past -> {
              assertThat(past.node().state()).isEqualTo(NodeState.DECOMMISSIONING);
              assertThat(past.node().drain().orElseThrow().deadline()).contains(T0.plusSeconds(70));
              assertThat(past.last().orElseThrow().event().name())
                  .isEqualTo("node.decommissioning-started");
              assertThat(past.address().ip()).isEqualTo("10.0.0.1");
            });
    assertThat(fleetAt(69).nodes()).extracting(PastNode::nodeId).containsExactly(N1, N2);
    assertThat(at(72, N1).node().state()).isEqualTo(NodeState.DECOMMISSIONED);
    assertThat(at(1000, N2).node().state()).isEqualTo(NodeState.RUNNING);
  }

  @Test
  void shouldKnowThatADrainIsBeyondItsDeadlineThoughNothingWasToldOfIt() {
    seen(N1, 0);
    add(started(N1, 10));

    assertThat(at(69, N1).status(T0.plusSeconds(69))).isEmpty();
    assertThat(at(70, N1).status(T0.plusSeconds(70))).contains(DrainStatus.TIMEOUT);
  }

  @Test
  void shouldKnowWhatADrainWaitedForOnceTheJournalWasTold() {
    seen(N1, 0);
    add(started(N1, 10));
    var output = new Workload(0, new TreeSet<>(Set.of("application_1")));
    add(
        new NodeEvent.DecommissioningProgressed(
            N1, 1, Optional.of(output), DrainAccount.ZERO, at(30)));

    assertThat(at(29, N1).status(T0.plusSeconds(29))).isEmpty();
    assertThat(at(29, N1).workload()).isEmpty();
    assertThat(at(30, N1).status(T0.plusSeconds(30))).contains(DrainStatus.WAIT_APP);
    assertThat(at(30, N1).workload()).contains(output);
    assertThat(at(70, N1).status(T0.plusSeconds(70))).contains(DrainStatus.TIMEOUT);
    assertThat(fleetAt(29).changesTo(fleetAt(30))).hasSize(1);
  }

  @Test
  void shouldHaveTheNodesOfTheRegister() {
    // given a node that is let in before it has done anything, and forgotten later
    seen(N1, 0);
    add(new NodeEvent.NodeRegistered(N1, SIZE, true, at(5)));
    add(new NodeEvent.NodeLost(N1, at(20)));
    lists(new NodesListEvent.NodesForgotten(List.of(N1), at(30)));
    seen(N1, 40);
    // when, then
    assertThat(at(4, N1).node().state()).isEqualTo(NodeState.NEW);
    assertThat(at(29, N1).node().state()).isEqualTo(NodeState.LOST);
    assertThat(fleetAt(30).find(N1)).isEmpty();
    assertThat(at(40, N1).node().state()).isEqualTo(NodeState.LOST);
  }

  @Test
  void shouldReplayNoNodeThatTheRegisterDoesNotHaveAtTheInstant() {
    // given a node whose row is lost, which nobody can tell who does not replay the node
    seen(N1, 0);
    numbers.put("RMNode|" + N1, 1L);
    add(new NodeEvent.NodeLost(N1, at(5)));
    lists(new NodesListEvent.NodesForgotten(List.of(N1), at(30)));
    seen(N2, 40);
    add(new NodeEvent.NodeRegistered(N2, SIZE, true, at(40)));
    // when, then
    assertThatThrownBy(() -> fleetAt(29)).isInstanceOf(ReplayException.class);
    assertThat(fleetAt(40).nodes()).extracting(PastNode::nodeId).containsExactly(N2);
  }

  @Test
  void shouldNotTakeAnEventOutOfTheMiddleWhenClocksDisagree() {
    // given a second instance whose clock is behind
    seen(N1, 0);
    add(new NodeEvent.NodeRegistered(N1, SIZE, true, at(0)));
    add(started(N1, 30));
    add(new NodeEvent.NodeDecommissioned(N1, 1, DecommissionCause.FORCED, at(20)));
    // when, then
    assertThat(at(25, N1).node().state()).isEqualTo(NodeState.RUNNING);
    assertThat(at(30, N1).node().state()).isEqualTo(NodeState.DECOMMISSIONED);
  }

  @Test
  void shouldTellWhatChangedBetweenTwoInstants() {
    // given a node that drains, one that only hears of a refresh, and one that joins and is lost
    NodeId n3 = new NodeId("n3", 1);
    seen(N1, 0);
    seen(N2, 0);
    add(new NodeEvent.NodeRegistered(N1, SIZE, true, at(0)));
    add(new NodeEvent.NodeRegistered(N2, SIZE, true, at(0)));
    add(started(N1, 10));
    add(new NodeEvent.ListVersionAdvanced(N2, at(10)));
    seen(n3, 20);
    add(new NodeEvent.NodeRegistered(n3, SIZE, true, at(20)));
    // when
    List<PastFleet.Change> changes = fleetAt(5).changesTo(fleetAt(30));
    // then
    assertThat(changes).extracting(PastFleet.Change::nodeId).containsExactly(N1, n3);
    assertThat(changes.get(0).before().orElseThrow().node().state()).isEqualTo(NodeState.RUNNING);
    assertThat(changes.get(0).after().orElseThrow().node().state())
        .isEqualTo(NodeState.DECOMMISSIONING);
    assertThat(changes.get(1).before()).isEmpty();
    assertThat(fleetAt(30).changesTo(fleetAt(30))).isEmpty();
  }

  @Test
  void shouldTellThatANodeDrainedAndServesAgain() {
    seen(N1, 0);
    add(new NodeEvent.NodeRegistered(N1, SIZE, true, at(0)));
    add(started(N1, 10));
    add(new NodeEvent.NodeRecommissioned(N1, 1, at(20)));

    assertThat(fleetAt(5).changesTo(fleetAt(30)))
        .extracting(change -> change.after().orElseThrow().node().state())
        .containsExactly(NodeState.RUNNING);
  }

  private PastNode at(long second, NodeId node) {
    return fleetAt(second).find(node).orElseThrow();
  }

  private PastFleet fleetAt(long second) {
    return PastFleet.at(T0.plusSeconds(second), journal.stream());
  }

  private void seen(NodeId node, long second) {
    lists(
        new NodesListEvent.NodeSeen(
            node, new NodeAddress(node.host(), "10.0.0." + node.host().charAt(1)), at(second)));
  }

  private void lists(NodesListEvent event) {
    journal.add(new JournaledEvent.OfLists(position("NodesListManager|ebb"), event));
  }

  private void add(NodeEvent event) {
    journal.add(new JournaledEvent.OfNode(position("RMNode|" + event.nodeId()), event));
  }

  private JournalPosition position(String actor) {
    return new JournalPosition(journal.size() + 1L, actor, numbers.merge(actor, 1L, Long::sum));
  }
}
