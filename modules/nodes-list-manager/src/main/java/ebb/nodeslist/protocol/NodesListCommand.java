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

/** A message to the NodesListManager. */
public sealed interface NodesListCommand extends LeaderCommand {

  /** Answered from durable state, also while the leader reads the journal again. */
  sealed interface Query extends NodesListCommand {}

  /**
   * Re-read the configuration and both lists, and act. Answered with {@link
   * NodesListReply.Refreshed} once the plan and the nodes' own events are durable, or after {@code
   * answer-after} with the nodes that are still pending; or with {@link NodesListReply.Rejected}. A
   * request whose key was accepted before gets the answer of that operation, and nothing is done.
   *
   * @param dryRun answer with the plan, but write and send nothing
   * @param requireConfirmation whether to reject a plan that an operator has to confirm first; see
   *     {@link ebb.domain.refresh.Confirmation}
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
      implements Query {}

  /**
   * Answered with {@link NodesListReply.OperationSeen}.
   *
   * @param withUndo whether to add what would undo the operation
   */
  record FindOperation(String id, boolean withUndo, ActorRef<NodesListReply> replyTo)
      implements Query {}

  /**
   * Give a running drain another timeout, as an operation of its own. Answered with {@link
   * NodeReply.Current} by the node once that is durable, with {@link NodeReply.Accepted} if the
   * node does not answer in time, or with {@link NodeReply.Refused}. The code of a refusal is STALE
   * while the node's state is unknown, and JOURNAL_UNAVAILABLE while the journal is unavailable. A
   * repeated command creates no operation, and gets the answer of the first one.
   */
  record ChangeDrainTimeout(
      NodeId nodeId, TimeoutChange change, Initiator initiator, ActorRef<NodeReply> replyTo)
      implements NodesListCommand {}

  /**
   * A NodeManager wants to register. Answered with {@link NodesListReply.Admission} once the node
   * is durably in the register, or without that if it is not allowed and was never seen.
   */
  record AdmitNode(NodeId nodeId, NodeAddress address, ActorRef<NodesListReply> replyTo)
      implements NodesListCommand {}

  /** Answered with {@link NodesListReply.ListsInForce}. */
  record GetLists(ActorRef<NodesListReply> replyTo) implements Query {}

  /** Answered with {@link NodesListReply.ListsSeen}, once the files have been read. */
  record DescribeLists(ActorRef<NodesListReply> replyTo) implements Query {}

  /**
   * Edits the exclude file where the leader reads it. Answered with {@link
   * NodesListReply.ListsSeen} once the file is replaced, or with {@link
   * NodesListReply.EditRefused}.
   *
   * @param dryRun answer with {@link NodesListReply.Refreshed}, the plan of the graceful refresh
   *     that would put the edit in force, and write nothing
   * @param plan token of a dry run's plan: the edit is rejected if it would lead to another plan;
   *     empty to accept any plan
   */
  record EditExcludes(
      ListEdit edit,
      Initiator initiator,
      boolean dryRun,
      Optional<PlanToken> plan,
      ActorRef<NodesListReply> replyTo)
      implements NodesListCommand {

    /** Whether the edit needs the plan of the refresh that would follow. */
    public boolean needsPlan() {
      return dryRun || plan.isPresent() || edit.requireConfirmation();
    }
  }
}
