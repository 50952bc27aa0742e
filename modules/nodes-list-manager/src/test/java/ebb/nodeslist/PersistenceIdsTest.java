package ebb.nodeslist;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.domain.NodeId;
import ebb.journal.event.PersistenceIds;
import ebb.node.RMNode;
import org.junit.jupiter.api.Test;

/** Who writes to the journal and who reads it mean the same rows; neither module sees the other. */
class PersistenceIdsTest {

  @Test
  void shouldBeTheSameForWritersAndReaders() {
    NodeId node = new NodeId("worker-1.example.org", 45454);

    assertThat(PersistenceIds.ofNode(node)).isEqualTo(RMNode.persistenceId(node).id());
    assertThat(PersistenceIds.LISTS).isEqualTo(NodesListJournal.PERSISTENCE_ID.id());
  }
}
