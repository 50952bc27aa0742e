package ebb.domain.lists;

import ebb.domain.DrainOutcome;
import ebb.domain.DrainTimeout;
import ebb.domain.NodeId;
import ebb.domain.provenance.Provenance;
import java.util.List;
import java.util.Optional;

/**
 * Facts of the fleet in the journal: the lists in force, the refreshes, the register of nodes.
 * Frozen once released, only added to.
 */
public sealed interface NodesListEvent {
  Provenance by();

  /**
   * Whoever leads in this term knows all that stands before this. It also takes the place in the
   * journal at which a leader of before would write next that has not noticed its end: no two
   * events have the same sequence number.
   */
  record LeadTaken(long term, Provenance by) implements NodesListEvent {}

  /** A node enters the register, or comes back under another address. */
  record NodeSeen(NodeId nodeId, NodeAddress address, Provenance by) implements NodesListEvent {}

  /**
   * The content of both lists, written when it differs from what is in force; refreshes refer to
   * it.
   *
   * @param hash of the content, see {@link ListsHash}
   */
  record ListsRead(String hash, HostLists lists, Provenance by) implements NodesListEvent {}

  /**
   * An operator changed the exclude file through Ebb. Nothing is in force by that; a refresh puts
   * it there.
   *
   * @param removed hosts that were excluded so before
   */
  record ExcludesEdited(List<AddedExclude> added, List<String> removed, Provenance by)
      implements NodesListEvent {
    public ExcludesEdited {
      added = List.copyOf(added);
      removed = List.copyOf(removed);
    }
  }

  /**
   * @param timeout only where the file has no room for it
   */
  record AddedExclude(String host, Optional<DrainTimeout> timeout) {}

  /**
   * A refresh, or a change of one drain's timeout, took effect. This is its commit point: the
   * orders that follow from its decisions are carried out whatever crashes, and drains that it
   * begins start at {@code by.at}.
   *
   * @param listVersion number of the refresh, counted from 1
   * @param timeout of the request, or the changed one
   * @param configured the configuration's timeout when the refresh was planned
   * @param listsHash the lists in force from now on
   * @param includePath where the include list was found, see {@link ListSettings#includePath}
   * @param tracking who follows the drains; empty in rows of releases that knew SERVER only
   * @param key the caller's name for the request, if it gave one
   * @param ofOperation the operation whose drains alone were ended; empty for every refresh
   *     properly so called
   * @param filesHash of the lists as the files have them, if those in force are others: Ebb adds
   *     what operators said of their hosts
   */
  record RefreshAccepted(
      String operationId,
      long listVersion,
      RefreshType type,
      Optional<DrainTimeout> timeout,
      DrainTimeout configured,
      String listsHash,
      List<NodeDecision> decisions,
      Optional<String> includePath,
      Optional<Tracking> tracking,
      Optional<RequestKey> key,
      Optional<String> ofOperation,
      Optional<String> filesHash,
      Provenance by)
      implements NodesListEvent {
    public RefreshAccepted {
      decisions = List.copyOf(decisions);
    }
  }

  /**
   * These nodes leave the register: out of service, and named by no list for the configured time.
   * What they did stays in the journal, and whoever registers again is seen anew.
   */
  record NodesForgotten(List<NodeId> nodes, Provenance by) implements NodesListEvent {
    public NodesForgotten {
      nodes = List.copyOf(nodes);
    }
  }

  /**
   * The nodes have applied these operations, and what the operations wanted of them has ended: the
   * orders need not be sent any more, and no drain of theirs has a deadline that has to be watched.
   */
  record NodesSettled(List<SettledNode> nodes, Provenance by) implements NodesListEvent {
    public NodesSettled {
      nodes = List.copyOf(nodes);
    }
  }

  /**
   * @param listVersion the refresh of the operation
   */
  record SettledNode(NodeId nodeId, long listVersion, DrainOutcome outcome) {}

  /** These operations are over and older than they are kept; the journal keeps them. */
  record OperationsForgotten(List<String> operationIds, Provenance by) implements NodesListEvent {
    public OperationsForgotten {
      operationIds = List.copyOf(operationIds);
    }
  }
}
