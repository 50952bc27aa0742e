package ebb.domain.lists;

import ebb.domain.DrainOutcome;
import ebb.domain.DrainTimeout;
import ebb.domain.NodeId;
import ebb.domain.provenance.Provenance;
import ebb.domain.queue.Pace;
import ebb.domain.queue.QueueChange;
import ebb.domain.queue.QueuedHost;
import java.util.List;
import java.util.Optional;

/**
 * The journaled events of the fleet: the lists in force, the refreshes, the register of nodes.
 * Released events never change; new ones may be added.
 */
public sealed interface NodesListEvent {
  Provenance by();

  /**
   * The leader of this term has read everything before this event. The event also occupies the
   * sequence number at which an earlier leader that has not noticed its end would write next: no
   * two events have the same sequence number.
   */
  record LeadTaken(long term, Provenance by) implements NodesListEvent {}

  /** A node was added to the register, or returned with another address. */
  record NodeSeen(NodeId nodeId, NodeAddress address, Provenance by) implements NodesListEvent {}

  /**
   * The content of both lists, written when it differs from what is in force. Refreshes refer to it
   * by its hash.
   *
   * @param hash of the content, see {@link ListsHash}
   */
  record ListsRead(String hash, HostLists lists, Provenance by) implements NodesListEvent {}

  /**
   * An operator changed the exclude file through Ebb. This alone puts nothing in force; a refresh
   * does.
   *
   * @param removed hosts that were excluded so before, or waited in the queue
   */
  record ExcludesEdited(List<AddedExclude> added, List<String> removed, Provenance by)
      implements NodesListEvent {
    public ExcludesEdited {
      added = List.copyOf(added);
      removed = List.copyOf(removed);
    }
  }

  /**
   * @param timeout only set if the file's format cannot hold one
   */
  record AddedExclude(String host, Optional<DrainTimeout> timeout) {}

  /**
   * A refresh, or a change of one drain's timeout, took effect. This event is its commit point: the
   * orders that follow from its decisions are applied despite any crash, and drains that it starts
   * count from {@code by.at}.
   *
   * @param listVersion number of the refresh, counted from 1
   * @param timeout the timeout of the request, or the changed one
   * @param configured the configuration's timeout when the refresh was planned
   * @param listsHash the lists in force after this refresh
   * @param includePath path of the include list, see {@link ListSettings#includePath}
   * @param tracking who tracks the drains; empty in events of releases that supported SERVER only
   * @param key the caller's key for the request, if it gave one
   * @param ofOperation the only operation whose drains were ended; empty for every actual refresh
   * @param filesHash hash of the lists as read from the files, if it differs from {@code
   *     listsHash}: Ebb adds what operators requested for their hosts
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
   * These nodes left the register: they were out of service, and in no list for the configured
   * time. Their events stay in the journal. A node that registers again is seen anew.
   */
  record NodesForgotten(List<NodeId> nodes, Provenance by) implements NodesListEvent {
    public NodesForgotten {
      nodes = List.copyOf(nodes);
    }
  }

  /**
   * The nodes have applied these operations, and their part of them has ended: the orders need not
   * be sent again, and no deadline of their drains has to be watched.
   */
  record NodesSettled(List<SettledNode> nodes, Provenance by) implements NodesListEvent {
    public NodesSettled {
      nodes = List.copyOf(nodes);
    }
  }

  /**
   * @param listVersion the list version of the operation
   */
  record SettledNode(NodeId nodeId, long listVersion, DrainOutcome outcome) {}

  /**
   * These hosts are to be drained, but not all at once. A host leaves the queue with the {@link
   * ListsRead} that excludes it.
   *
   * @param id of the queued drain
   * @param hosts in the order in which they begin; never empty
   */
  record DrainQueued(String id, List<QueuedHost> hosts, Pace pace, Provenance by)
      implements NodesListEvent {
    public DrainQueued {
      hosts = List.copyOf(hosts);
      if (hosts.isEmpty()) {
        throw new IllegalArgumentException("A queued drain without hosts");
      }
    }
  }

  /** The waiting hosts of a queued drain were held, resumed, moved or cancelled. */
  record QueueChanged(String id, QueueChange change, Provenance by) implements NodesListEvent {}

  /** These operations are over and past their retention. Their events stay in the journal. */
  record OperationsForgotten(List<String> operationIds, Provenance by) implements NodesListEvent {
    public OperationsForgotten {
      operationIds = List.copyOf(operationIds);
    }
  }
}
