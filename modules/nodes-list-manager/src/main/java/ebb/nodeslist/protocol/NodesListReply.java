package ebb.nodeslist.protocol;

import ebb.domain.NodeId;
import ebb.domain.lists.HostAdmission;
import ebb.domain.lists.HostLists;
import ebb.domain.lists.ListSettings;
import ebb.domain.lists.NodeAddress;
import ebb.domain.lists.NodeDecision;
import ebb.domain.lists.OperationProgress;
import ebb.domain.lists.OperationSummary;
import ebb.domain.lists.OperatorExclude;
import ebb.domain.lists.RefreshType;
import ebb.domain.refresh.PlanSummary;
import ebb.domain.refresh.Undo;
import ebb.domain.refresh.UntrackedPolicy;
import ebb.hosts.EditRejection;
import ebb.hosts.ListSource;
import ebb.hosts.RefreshRejection;
import ebb.node.NodeStateUpdate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.stream.Collectors;

/** What the NodesListManager answers. */
public sealed interface NodesListReply {

  /**
   * The refresh is durable, or was a dry run.
   *
   * @param operationId empty string for a dry run, and for a force that found nothing to end
   * @param listVersion the refresh's number; for a dry run the one that it would get, for a force
   *     that found nothing to end that of the newest refresh
   * @param pending nodes that have not applied it yet, as far as the present leader has heard; they
   *     follow, whatever crashes
   * @param warnings what whoever asked may not expect, each in one line; none in an answer that is
   *     repeated
   * @param plan in sum, of a dry run
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

    /** Of something that was done. */
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

    /** Without warnings. */
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
   * The lists in force stay; unless the code is JOURNAL_UNAVAILABLE, of which nobody knows whether
   * the journal took the plan: then what it took is carried out.
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
   * An operation, and what its nodes are now.
   *
   * @param operation empty if there is none of this name, or it is not kept any longer
   * @param nodes what those nodes last published that have published to this leader
   * @param undo as of now; empty unless it was asked for
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
   * What the lists in force say of a node that wants to register.
   *
   * @param known whether the node was in the register before
   */
  record Admission(NodeId nodeId, HostAdmission verdict, long listVersion, boolean known)
      implements NodesListReply {}

  record ListsInForce(long listVersion, String hash, HostLists lists) implements NodesListReply {}

  /**
   * The lists in force beside the files that they came from.
   *
   * @param hash of the lists in force, see {@link ebb.domain.lists.ListsHash}
   * @param files with the lists that a refresh would put in force
   * @param operatorExcludes hosts that operators excluded through Ebb
   * @param kept those of them that stay excluded though the file lacks them
   */
  record ListsSeen(
      long listVersion,
      String hash,
      ListSettings inForce,
      ListSource.Sight files,
      List<OperatorExclude> operatorExcludes,
      List<String> kept)
      implements NodesListReply {
    public ListsSeen {
      operatorExcludes = List.copyOf(operatorExcludes);
      kept = List.copyOf(kept);
    }

    /** Of hosts that nobody excluded through Ebb. */
    public ListsSeen(long listVersion, String hash, ListSettings inForce, ListSource.Sight files) {
      this(listVersion, hash, inForce, files, List.of(), List.of());
    }
  }

  /**
   * The exclude file is as it was; unless the code is UNKNOWN.
   *
   * @param reason in one line, names the file
   */
  record EditRefused(EditRejection code, String reason) implements NodesListReply {}

  /**
   * What the lists in force say of hosts, with and without a node.
   *
   * @param register every node that is known, with the address by which the lists decide
   * @param unregisteredAreLost whether included hosts that never registered are shown as LOST
   * @param filesRead whether the files were read just now, which is when YARN looks for hosts that
   *     never registered
   */
  record HostsInForce(
      long listVersion,
      ListSettings settings,
      UntrackedPolicy policy,
      Map<NodeId, NodeAddress> register,
      boolean unregisteredAreLost,
      boolean filesRead)
      implements NodesListReply {
    public HostsInForce {
      register = Map.copyOf(register);
    }

    /** Hosts of which a node is in the register. */
    public Set<String> knownHosts() {
      return register.keySet().stream().map(NodeId::host).collect(Collectors.toSet());
    }
  }
}
