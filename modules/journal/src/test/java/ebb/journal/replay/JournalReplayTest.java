package ebb.journal.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import ebb.domain.DrainTimeout;
import ebb.domain.NodeEvent;
import ebb.domain.NodeId;
import ebb.domain.NodeState;
import ebb.domain.TimeoutSource;
import ebb.journal.SampleEvents;
import ebb.journal.event.JournalPosition;
import ebb.journal.event.JournaledEvent;
import ebb.journal.event.ReplayException;
import java.util.List;
import org.junit.jupiter.api.Test;

final class JournalReplayTest extends ReplayFixture {

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
    List<NodeStep> steps = replayed();
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
    assertThatThrownBy(() -> replayed())
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
    assertThatThrownBy(() -> replayed())
        .isInstanceOf(ReplayException.class)
        .hasMessageContaining("sequence number 3: expected sequence number 2");
  }

  @Test
  void shouldFailLoudlyAtAnEventOfAnotherNode() {
    // given
    add(N1, 1, new NodeEvent.NodeRegistered(N2, SIZE, true, at(0)));
    // when, then
    assertThatThrownBy(() -> replayed())
        .isInstanceOf(ReplayException.class)
        .hasMessageContaining("RMNode|n1:1")
        .hasMessageContaining("n2:1");
  }

  private List<NodeStep> replayed() {
    return JournalReplay.steps(journal.stream()).toList();
  }

  private void add(NodeId writer, long sequenceNumber, NodeEvent event) {
    journal.add(
        new JournaledEvent.OfNode(
            new JournalPosition(journal.size() + 1L, "RMNode|" + writer, sequenceNumber), event));
  }
}
