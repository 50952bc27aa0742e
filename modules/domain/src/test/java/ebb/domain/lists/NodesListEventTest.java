package ebb.domain.lists;

import static ebb.domain.provenance.Stamps.T0;
import static ebb.domain.provenance.Stamps.at;
import static org.assertj.core.api.Assertions.assertThat;

import ebb.domain.DrainOutcome;
import ebb.domain.DrainTimeout;
import ebb.domain.NodeAction;
import ebb.domain.NodeId;
import ebb.domain.NodeState;
import ebb.domain.lists.NodesListEvent.AddedExclude;
import ebb.domain.lists.NodesListEvent.DrainQueued;
import ebb.domain.lists.NodesListEvent.ExcludesEdited;
import ebb.domain.lists.NodesListEvent.LeadTaken;
import ebb.domain.lists.NodesListEvent.ListsRead;
import ebb.domain.lists.NodesListEvent.NodeSeen;
import ebb.domain.lists.NodesListEvent.NodesForgotten;
import ebb.domain.lists.NodesListEvent.NodesSettled;
import ebb.domain.lists.NodesListEvent.OperationsForgotten;
import ebb.domain.lists.NodesListEvent.QueueChanged;
import ebb.domain.lists.NodesListEvent.RefreshAccepted;
import ebb.domain.lists.NodesListEvent.SettledNode;
import ebb.domain.provenance.Provenance;
import ebb.domain.queue.Pace;
import ebb.domain.queue.ParallelLimit;
import ebb.domain.queue.QueueChange;
import ebb.domain.queue.QueuedHost;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NodesListEventTest {
  private static final NodeId ID = new NodeId("host1", 1234);
  private static final Provenance BY = at(T0, 1);
  private static final NodeDecision DECISION =
      new NodeDecision(
          ID, new NodeAction.Recommission(), HostAdmission.ALLOWED, NodeState.DECOMMISSIONING);

  private static final List<NodesListEvent> SAMPLES =
      List.of(
          new LeadTaken(3, BY),
          new NodeSeen(ID, new NodeAddress("host1", "10.0.0.1"), BY),
          new ListsRead("hash", HostLists.EMPTY, BY),
          new ExcludesEdited(
              List.of(new AddedExclude("host1", Optional.empty())), List.of("host2"), BY),
          accepted(List.of(DECISION)),
          new NodesSettled(List.of(new SettledNode(ID, 1, DrainOutcome.READY)), BY),
          new OperationsForgotten(List.of("op-1"), BY),
          new DrainQueued(
              "op-2",
              List.of(new QueuedHost("host1", Optional.empty())),
              new Pace(new ParallelLimit(1, false), Optional.empty(), Optional.empty()),
              BY),
          new QueueChanged("op-2", QueueChange.HOLD, BY),
          new NodesForgotten(List.of(ID), BY));

  private static RefreshAccepted accepted(List<NodeDecision> decisions) {
    return new RefreshAccepted(
        "op-1",
        1,
        RefreshType.GRACEFUL,
        Optional.empty(),
        DrainTimeout.INFINITE,
        "hash",
        decisions,
        Optional.of("/etc/ebb/include"),
        Optional.of(Tracking.SERVER),
        Optional.of(new RequestKey("key", "print")),
        Optional.empty(),
        Optional.empty(),
        BY);
  }

  /** Whoever adds an event adds a sample, and is reminded of its applier and its golden file. */
  @Test
  void shouldHaveASampleOfEveryEvent() {
    List<Class<?>> permitted = List.of(NodesListEvent.class.getPermittedSubclasses());

    assertThat(SAMPLES.stream().map(Object::getClass))
        .containsExactlyInAnyOrderElementsOf(permitted);
  }

  @Test
  void shouldSayOfEachEventWhereItCameFrom() {
    assertThat(SAMPLES).allSatisfy(event -> assertThat(event.by()).isEqualTo(BY));
  }

  @Test
  void shouldNotFollowLaterChangesOfWhatItWasMadeFrom() {
    // given
    List<NodeDecision> decisions = new ArrayList<>(List.of(DECISION));
    List<NodeId> nodes = new ArrayList<>(List.of(ID));
    List<String> operations = new ArrayList<>(List.of("op-1"));
    List<SettledNode> outcomes =
        new ArrayList<>(List.of(new SettledNode(ID, 1, DrainOutcome.READY)));
    RefreshAccepted accepted = accepted(decisions);
    NodesSettled settled = new NodesSettled(outcomes, BY);
    NodesForgotten gone = new NodesForgotten(nodes, BY);
    OperationsForgotten forgotten = new OperationsForgotten(operations, BY);
    // when
    operations.clear();
    outcomes.clear();
    decisions.clear();
    nodes.clear();
    // then
    assertThat(accepted.decisions()).containsExactly(DECISION);
    assertThat(settled.nodes()).hasSize(1);
    assertThat(gone.nodes()).containsExactly(ID);
    assertThat(forgotten.operationIds()).hasSize(1);
  }
}
