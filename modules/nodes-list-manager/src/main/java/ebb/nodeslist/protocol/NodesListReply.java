package ebb.nodeslist.protocol;

import ebb.domain.NodeId;
import ebb.domain.lists.HostAdmission;
import ebb.domain.lists.HostLists;
import ebb.domain.lists.ListSettings;
import ebb.domain.lists.NodeDecision;
import ebb.domain.lists.OperationProgress;
import ebb.domain.lists.OperationSummary;
import ebb.domain.lists.OperatorExclude;
import ebb.domain.lists.RefreshType;
import ebb.domain.queue.FleetLoad;
import ebb.domain.queue.QueueRejection;
import ebb.domain.queue.QueueTurn;
import ebb.domain.queue.QueuedDrain;
import ebb.domain.refresh.PlanSummary;
import ebb.domain.refresh.Undo;
import ebb.hosts.EditRejection;
import ebb.hosts.ListSource;
import ebb.hosts.RefreshRejection;
import ebb.node.NodeStateUpdate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;

/** An answer of the NodesListManager. */
public sealed interface NodesListReply {

  /**
   * The refresh is durable, or was a dry run.
   *
   * @param operationId empty string for a dry run, and for a force that found nothing to end
   * @param listVersion the version of the refresh; for a dry run the version that it would get, for
   *     a force that found nothing to end the version of the newest refresh
   * @param pending nodes that have not applied it yet, according to their publications to the
   *     present leader; they will apply it, whatever crashes
   * @param warnings effects that the caller may not expect, one line each; none in a repeated
   *     answer
   * @param plan summary of a dry run's plan; empty otherwise
   */
  record Refreshed(
      String operationId,
      RefreshType type,
      long listVersion,
      boolean dryRun,
      List<NodeDecision> decisions,
      SortedSet<NodeId> pending,
      List<String> warnings,
      Optional<PlanSummary> plan)
      implements NodesListReply {
    public Refreshed {
      warnings = List.copyOf(warnings);
    }

    /** Without the summary of a plan. */
    public Refreshed(
        String operationId,
        RefreshType type,
        long listVersion,
        boolean dryRun,
        List<NodeDecision> decisions,
        SortedSet<NodeId> pending,
        List<String> warnings) {
      this(operationId, type, listVersion, dryRun, decisions, pending, warnings, Optional.empty());
    }

    /** Without warnings and the summary of a plan. */
    public Refreshed(
        String operationId,
        RefreshType type,
        long listVersion,
        boolean dryRun,
        List<NodeDecision> decisions,
        SortedSet<NodeId> pending) {
      this(operationId, type, listVersion, dryRun, decisions, pending, List.of());
    }
  }

  /**
   * The lists in force are unchanged, unless the code is JOURNAL_UNAVAILABLE. With that code it is
   * unknown whether the plan is in the journal; if it is, it is carried out.
   */
  record Rejected(RefreshRejection code, String reason) implements NodesListReply {}

  /**
   * Some operations, the newest first.
   *
   * @param hasMore whether there are older ones
   */
  record OperationsSeen(List<OperationSummary> operations, boolean hasMore)
      implements NodesListReply {
    public OperationsSeen {
      operations = List.copyOf(operations);
    }
  }

  /**
   * An operation, and the present state of its nodes.
   *
   * @param operation empty if none has this id, or if it is no longer kept
   * @param nodes the newest publications of those nodes that have published to this leader
   * @param undo what would undo the operation now; empty unless requested
   */
  record OperationSeen(
      Optional<OperationProgress> operation, List<NodeStateUpdate> nodes, Optional<Undo> undo)
      implements NodesListReply {
    public OperationSeen {
      nodes = List.copyOf(nodes);
    }

    /** Without what would undo it. */
    public OperationSeen(Optional<OperationProgress> operation, List<NodeStateUpdate> nodes) {
      this(operation, nodes, Optional.empty());
    }
  }

  /**
   * The verdict of the lists in force on a node that wants to register.
   *
   * @param known whether the node was in the register before
   */
  record Admission(NodeId nodeId, HostAdmission verdict, long listVersion, boolean known)
      implements NodesListReply {}

  record ListsInForce(long listVersion, String hash, HostLists lists) implements NodesListReply {}

  /**
   * The lists in force, and the files that they came from.
   *
   * @param hash of the lists in force, see {@link ebb.domain.lists.ListsHash}
   * @param files the files, with the lists that a refresh would put in force
   * @param operatorExcludes hosts that operators excluded through Ebb
   * @param kept hosts among them that stay excluded although the file lacks them
   */
  record ListsSeen(
      long listVersion,
      String hash,
      ListSettings inForce,
      ListSource.ListFiles files,
      List<OperatorExclude> operatorExcludes,
      List<String> kept)
      implements NodesListReply {
    public ListsSeen {
      operatorExcludes = List.copyOf(operatorExcludes);
      kept = List.copyOf(kept);
    }

    /** Without hosts that operators excluded through Ebb. */
    public ListsSeen(
        long listVersion, String hash, ListSettings inForce, ListSource.ListFiles files) {
      this(listVersion, hash, inForce, files, List.of(), List.of());
    }
  }

  /**
   * The exclude file is unchanged, unless the code is UNKNOWN.
   *
   * @param reason in one line
   */
  record EditRefused(EditRejection code, String reason) implements NodesListReply {}

  /**
   * The drains that wait for their turn.
   *
   * @param id of the queued drain that the request added or changed; empty for a query
   * @param drains in the order in which their hosts begin
   * @param problem why the hosts whose turn it is do not begin; empty if nothing keeps them
   * @param turns of these drains, by id
   */
  record QueueSeen(
      Optional<String> id,
      List<QueuedDrain> drains,
      FleetLoad load,
      Optional<String> problem,
      Map<String, QueueTurn> turns)
      implements NodesListReply {
    public QueueSeen {
      drains = List.copyOf(drains);
      turns = Map.copyOf(turns);
    }
  }

  /**
   * The queue is unchanged, unless the code is JOURNAL_UNAVAILABLE.
   *
   * @param reason in one line
   */
  record QueueRefused(QueueRejection code, String reason) implements NodesListReply {}
}
