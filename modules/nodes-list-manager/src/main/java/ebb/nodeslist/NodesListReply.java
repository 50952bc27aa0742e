package ebb.nodeslist;

import ebb.domain.NodeId;
import ebb.domain.lists.HostLists;
import ebb.domain.lists.NodeDecision;
import ebb.domain.lists.RefreshType;
import ebb.domain.lists.Verdict;
import java.util.List;
import java.util.SortedSet;

/** What the NodesListManager answers. */
public sealed interface NodesListReply {

  /**
   * The refresh is durable, or was a dry run.
   *
   * @param operationId empty string for a dry run
   * @param listVersion the refresh's number; for a dry run the one that it would get
   * @param pending nodes whose own event is not confirmed yet; they follow, whatever crashes
   */
  record Refreshed(
      String operationId,
      RefreshType type,
      long listVersion,
      boolean dryRun,
      List<NodeDecision> decisions,
      SortedSet<NodeId> pending)
      implements NodesListReply {}

  /**
   * The lists in force stay; unless the code is JOURNAL_UNAVAILABLE, of which nobody knows whether
   * the journal took the plan: then what it took is carried out.
   */
  record Rejected(RefreshRejection code, String reason) implements NodesListReply {}

  /**
   * What the lists in force say of a node that wants to register.
   *
   * @param known whether the node was in the register before
   */
  record Admission(NodeId nodeId, Verdict verdict, long listVersion, boolean known)
      implements NodesListReply {}

  record ListsInForce(long listVersion, String hash, HostLists lists) implements NodesListReply {}
}
