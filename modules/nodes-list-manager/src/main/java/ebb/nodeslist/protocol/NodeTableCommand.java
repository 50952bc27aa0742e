package ebb.nodeslist.protocol;

import akka.actor.typed.ActorRef;
import ebb.domain.NodeId;
import ebb.node.NodeStateUpdate;
import ebb.nodeslist.observed.ObservedApplication;
import ebb.nodeslist.observed.ObservedContainer;
import ebb.nodeslist.observed.ObservedNode;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Questions about nodes, and the news that subscribers get of them. Answered by the
 * NodesListManager from its {@code NodeTable}; no node is asked.
 */
public sealed interface NodeTableCommand extends LeaderCommand {

  /** Answered with {@link Nodes}. */
  record ListNodes(ActorRef<Nodes> replyTo) implements NodeTableCommand {}

  /** Answered with {@link Node}. */
  record FindNode(NodeId nodeId, ActorRef<Node> replyTo) implements NodeTableCommand {}

  /**
   * What runs, for whoever explains a drain. Answered with {@link Work}.
   *
   * @param applications ids of those that are asked for
   * @param nodeId whose containers are asked for, and their applications; empty for none
   * @param asAdministrator whether whoever asks may see applications that YARN hides from others
   */
  record DescribeWork(
      Set<String> applications,
      Optional<NodeId> nodeId,
      boolean asAdministrator,
      ActorRef<Work> replyTo)
      implements NodeTableCommand {
    public DescribeWork {
      applications = Set.copyOf(applications);
    }
  }

  /**
   * The subscriber gets all that is known of the nodes, and all news from then on. To subscribe
   * again brings all of it again.
   */
  record Subscribe(ActorRef<News> subscriber) implements NodeTableCommand {}

  /**
   * A NodeManager was admitted, and its node said this to whoever asked. The leader is told, too,
   * because the node's own publication may get lost.
   *
   * @param publication ignored if it is no newer than what is known
   */
  record Admitted(NodeStateUpdate publication) implements NodeTableCommand {}

  /**
   * What subscribers hear, in this order. A node that a durable plan drains is shown as draining
   * already, whether it has applied it or not.
   */
  sealed interface News {}

  /** What a node is now; possibly the same again. */
  record Changed(NodeStateUpdate publication) implements News {}

  /**
   * A plan is durable, and its nodes are about to be told.
   *
   * @param draining the nodes that it drains, as they are going to be
   * @param replyTo told when the subscriber has followed; the nodes are told then, or after a
   *     second
   */
  record Planned(long listVersion, List<NodeStateUpdate> draining, ActorRef<Heard> replyTo)
      implements News {
    public Planned {
      draining = List.copyOf(draining);
    }
  }

  /** The subscriber has followed the plan of this version. */
  record Heard(long listVersion) {}

  /** Of these nodes nothing more is said until they register anew. */
  record Forgotten(Set<NodeId> nodes) implements News {}

  /** Every node of the register that has published to this leader, in the order of the ids. */
  record Nodes(List<ObservedNode> nodes) {}

  record Node(Optional<ObservedNode> node) {}

  /**
   * As Hadoop knows it at the moment of the question.
   *
   * @param applications those of them that it knows
   */
  record Work(List<ObservedApplication> applications, List<ObservedContainer> containers) {
    /** Also of what nobody may tell, or nobody knows at the moment. */
    public static final Work NOTHING = new Work(List.of(), List.of());

    public Work {
      applications = List.copyOf(applications);
      containers = List.copyOf(containers);
    }
  }
}
