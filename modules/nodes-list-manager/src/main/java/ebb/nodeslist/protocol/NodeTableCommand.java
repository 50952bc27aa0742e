package ebb.nodeslist.protocol;

import akka.actor.typed.ActorRef;
import ebb.domain.NodeId;
import ebb.domain.lists.ListSettings;
import ebb.domain.lists.NodeAddress;
import ebb.domain.refresh.UntrackedPolicy;
import ebb.node.NodeStateUpdate;
import ebb.nodeslist.observed.ObservedApplication;
import ebb.nodeslist.observed.ObservedContainer;
import ebb.nodeslist.observed.ObservedNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Queries about nodes, and the updates that subscribers get. The NodesListManager answers from its
 * {@code NodeTable} and from what Hadoop's ResourceManager knows, without contacting a node.
 */
public sealed interface NodeTableCommand extends LeaderCommand {

  /**
   * Answered with {@link Nodes}.
   *
   * @param nodeId the only node that is requested; empty for all
   */
  record ListNodes(Optional<NodeId> nodeId, ActorRef<Nodes> replyTo) implements NodeTableCommand {

    /** Requests all nodes. */
    public ListNodes(ActorRef<Nodes> replyTo) {
      this(Optional.empty(), replyTo);
    }
  }

  /**
   * What runs, to explain a drain. Answered with {@link Work}.
   *
   * @param applications ids of the requested applications
   * @param nodeId node whose containers are requested, with their applications; empty for none
   * @param asAdministrator whether the caller may see applications that YARN hides from others
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
   * The subscriber gets the present state of all known nodes, the lists in force, and then every
   * change. Subscribing again sends everything again.
   */
  record Subscribe(ActorRef<News> subscriber) implements NodeTableCommand {}

  /**
   * A NodeManager was admitted, and its node answered the registration with this publication. The
   * leader gets a copy, because the node's own publication may get lost.
   *
   * @param publication ignored unless it is newer than what the leader knows
   */
  record Admitted(NodeStateUpdate publication) implements NodeTableCommand {}

  /** A subscriber has processed the plan of this list version. */
  record PlanAcknowledged(long listVersion) implements NodeTableCommand {}

  /**
   * What subscribers get, in the order in which it is sent. A node that a durable plan drains is
   * already shown as draining, whether it has applied its order or not.
   */
  sealed interface News {}

  /** The present state of a node; possibly unchanged. */
  record Changed(NodeStateUpdate publication) implements News {}

  /**
   * A plan is durable, and its orders are about to be sent.
   *
   * @param draining the nodes that the plan drains, in the state that they will have
   * @param replyTo gets {@link PlanAcknowledged} when the subscriber has processed the plan; the
   *     orders are sent then, or after a second
   */
  record Planned(
      long listVersion, List<NodeStateUpdate> draining, ActorRef<PlanAcknowledged> replyTo)
      implements News {
    public Planned {
      draining = List.copyOf(draining);
    }
  }

  /** Nothing more is sent about these nodes until they register again. */
  record Forgotten(Set<NodeId> nodes) implements News {}

  /**
   * How the lists in force apply to hosts, with and without a node.
   *
   * @param register every known node, with the address that the lists are matched against
   * @param unregisteredAreLost whether included hosts that never registered are shown as LOST
   * @param filesRead false in the first message to a subscriber; later ones follow a refresh or a
   *     change of settings, which is when YARN adds LOST entries for hosts that never registered
   */
  record HostsInForce(
      long listVersion,
      ListSettings settings,
      UntrackedPolicy policy,
      Map<NodeId, NodeAddress> register,
      boolean unregisteredAreLost,
      boolean filesRead)
      implements News {
    public HostsInForce {
      register = Map.copyOf(register);
    }

    /** Hosts that have a node in the register. */
    public Set<String> knownHosts() {
      return register.keySet().stream().map(NodeId::host).collect(Collectors.toSet());
    }
  }

  /**
   * The requested nodes of the register that have published to this leader, in any order.
   *
   * @param unpublished the other ones: for a moment after the leader has begun to lead, and longer
   *     if a node cannot recover
   */
  record Nodes(List<ObservedNode> nodes, Set<NodeId> unpublished) {
    public Nodes {
      unpublished = Set.copyOf(unpublished);
    }
  }

  /**
   * What Hadoop knows at the time of the query.
   *
   * @param applications those of the query and of the containers that Hadoop knows
   */
  record Work(List<ObservedApplication> applications, List<ObservedContainer> containers) {
    /** Also the answer if the caller may see nothing, or if nothing can be found out now. */
    public static final Work NOTHING = new Work(List.of(), List.of());

    public Work {
      applications = List.copyOf(applications);
      containers = List.copyOf(containers);
    }
  }
}
