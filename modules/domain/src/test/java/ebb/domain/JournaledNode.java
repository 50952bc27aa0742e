package ebb.domain;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.domain.provenance.Stamps;
import java.util.ArrayList;
import java.util.List;

/**
 * A node together with its journal. After every decision the whole journal is replayed and has to
 * give the live node, so that deciding and applying cannot drift apart unseen.
 */
public final class JournaledNode {
  private final NodeId nodeId;
  private final List<NodeEvent> journal = new ArrayList<>();
  private NodeLifecycle live;

  public JournaledNode(NodeId nodeId) {
    this.nodeId = nodeId;
    this.live = NodeLifecycle.unregistered(nodeId);
  }

  /** A new node that has been told these commands, in this order. */
  static JournaledNode after(Command... commands) {
    JournaledNode node = new JournaledNode(new NodeId("host1", 1234));
    for (Command command : commands) {
      node.tell(command);
    }
    return node;
  }

  /** The node after the events of this decision, which must have some. */
  public static NodeLifecycle after(NodeLifecycle node, Decision decision) {
    NodeLifecycle next = node;
    for (NodeEvent event : ((Decision.Persist) decision).events()) {
      next = next.apply(event);
    }
    return next;
  }

  /** The node after it has applied the order of an operation, which must change something. */
  public static NodeLifecycle applied(NodeLifecycle node, NodeOrder order) {
    return after(
        node,
        node.applyOrder(order, order.initiator().stamp(Stamps.T0, "rm1", order.listVersion())));
  }

  Decision tell(Command command) {
    Decision decision = command.putTo(live);
    if (decision instanceof Decision.Persist persist) {
      persist.events().forEach(this::record);
    }
    assertThat(replayed()).as("replay of %s", journal).isEqualTo(live);
    return decision;
  }

  private void record(NodeEvent event) {
    journal.add(event);
    live = live.apply(event);
  }

  private NodeLifecycle replayed() {
    NodeLifecycle node = NodeLifecycle.unregistered(nodeId);
    for (NodeEvent event : journal) {
      node = node.apply(event);
    }
    return node;
  }

  public NodeLifecycle live() {
    return live;
  }

  NodeState state() {
    return live.state();
  }

  Drain drain() {
    return live.drain().orElseThrow();
  }

  List<NodeEvent> journal() {
    return List.copyOf(journal);
  }
}
