package ebb.nodeslist;

import akka.actor.typed.ActorRef;
import ebb.domain.Initiator;
import ebb.domain.NodeId;
import ebb.domain.lists.NodeAddress;
import ebb.domain.lists.RefreshRequest;

/** What can be said to the NodesListManager. */
public sealed interface NodesListCommand extends LeaderCommand
    permits NodesListCommand.RefreshNodes,
        NodesListCommand.AdmitNode,
        NodesListCommand.GetLists,
        NodesListCommand.DescribeLists,
        NodesListCommand.FollowLists,
        ManagerMessage {

  /**
   * Re-read the configuration and both lists, and act. Answered with {@link
   * NodesListReply.Refreshed} once the plan is durable and the nodes' own events are, or after a
   * few seconds with the nodes that are still pending; or with {@link NodesListReply.Rejected}.
   *
   * @param dryRun answer with the plan, write and send nothing
   */
  record RefreshNodes(
      RefreshRequest request, Initiator initiator, boolean dryRun, ActorRef<NodesListReply> replyTo)
      implements NodesListCommand {}

  /**
   * A NodeManager wants to register. Answered with {@link NodesListReply.Admission} once the node
   * is in the register, durably, or if it is not allowed and was never seen.
   */
  record AdmitNode(NodeId nodeId, NodeAddress address, ActorRef<NodesListReply> replyTo)
      implements NodesListCommand {}

  /** Answered with {@link NodesListReply.ListsInForce}. */
  record GetLists(ActorRef<NodesListReply> replyTo) implements NodesListCommand {}

  /** Answered with {@link NodesListReply.ListsSeen}, once the files have been looked at. */
  record DescribeLists(ActorRef<NodesListReply> replyTo) implements NodesListCommand {}

  /** The lists in force now, and again after each refresh that reads them. */
  record FollowLists(ActorRef<NodesListReply.HostsInForce> follower) implements NodesListCommand {}
}
