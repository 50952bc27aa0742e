package ebb.nodeslist.protocol;

import akka.actor.typed.ActorRef;
import ebb.domain.NodeId;
import ebb.domain.TimeoutChange;
import ebb.domain.lists.NodeAddress;
import ebb.domain.provenance.Initiator;
import ebb.domain.refresh.PlanToken;
import ebb.domain.refresh.RefreshRequest;
import ebb.hosts.ListEdit;
import ebb.node.NodeReply;
import java.util.Optional;

/** What can be said to the NodesListManager. */
public sealed interface NodesListCommand extends LeaderCommand
    permits NodesListCommand.RefreshNodes,
        NodesListCommand.AdmitNode,
        NodesListCommand.GetLists,
        NodesListCommand.DescribeLists,
        NodesListCommand.EditExcludes,
        NodesListCommand.FollowLists,
        NodesListCommand.ListOperations,
        NodesListCommand.FindOperation,
        NodesListCommand.RetimeDrain,
        ManagerMessage {

  /**
   * Re-read the configuration and both lists, and act. Answered with {@link
   * NodesListReply.Refreshed} once the plan is durable and the nodes' own events are, or after
   * {@code answer-after} with the nodes that are still pending; or with {@link
   * NodesListReply.Rejected}. A request whose key was accepted before is answered as it was then,
   * and nothing is done.
   *
   * @param dryRun answer with the plan, write and send nothing
   * @param requireConfirmation whether to refuse a plan of which an operator is to be asked first;
   *     see {@link ebb.domain.refresh.Confirmation}
   */
  record RefreshNodes(
      RefreshRequest request,
      Initiator initiator,
      boolean dryRun,
      boolean requireConfirmation,
      ActorRef<NodesListReply> replyTo)
      implements NodesListCommand {}

  /**
   * Answered with {@link NodesListReply.OperationsSeen}, the newest first.
   *
   * @param before only operations with a smaller list version
   */
  record ListOperations(long before, int limit, ActorRef<NodesListReply> replyTo)
      implements NodesListCommand {}

  /**
   * Answered with {@link NodesListReply.OperationSeen}.
   *
   * @param withUndo whether to add what would undo it
   */
  record FindOperation(String id, boolean withUndo, ActorRef<NodesListReply> replyTo)
      implements NodesListCommand {

    public FindOperation(String id, ActorRef<NodesListReply> replyTo) {
      this(id, false, replyTo);
    }
  }

  /**
   * Give a running drain another timeout, as an operation of its own. Answered with {@link
   * NodeReply.Current} by the node once that is durable, with {@link NodeReply.Accepted} if the
   * node does not answer in time, or with {@link NodeReply.Refused}; the code is STALE while it is
   * not known what the node does, and JOURNAL_UNAVAILABLE while the journal is away. A repetition
   * makes no operation, and is answered with the first one's.
   */
  record RetimeDrain(
      NodeId nodeId, TimeoutChange change, Initiator initiator, ActorRef<NodeReply> replyTo)
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

  /**
   * Edits the exclude file where the leader reads it. Answered with {@link
   * NodesListReply.ListsSeen} once the file is replaced, or with {@link
   * NodesListReply.EditRefused}.
   *
   * @param dryRun answer with {@link NodesListReply.Refreshed}, the plan of the graceful refresh
   *     that would put the edit in force, and write nothing
   * @param plan of a dry run: refuse the edit if it would lead to another plan; empty for whatever
   *     the plan is
   */
  record EditExcludes(
      ListEdit edit,
      Initiator initiator,
      boolean dryRun,
      Optional<PlanToken> plan,
      ActorRef<NodesListReply> replyTo)
      implements NodesListCommand {

    /** At once, whatever the plan is. */
    public EditExcludes(ListEdit edit, Initiator initiator, ActorRef<NodesListReply> replyTo) {
      this(edit, initiator, false, Optional.empty(), replyTo);
    }

    /** Whether it takes the plan of the refresh that would follow. */
    public boolean needsPlan() {
      return dryRun || plan.isPresent() || edit.requireConfirmation();
    }
  }

  /** The lists in force now, and again after each refresh that reads them. */
  record FollowLists(ActorRef<NodesListReply.HostsInForce> follower) implements NodesListCommand {}
}
