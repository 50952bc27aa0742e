package ebb.domain.lists;

import ebb.domain.DrainOutcome;
import ebb.domain.DrainTimeout;
import ebb.domain.NodeId;
import ebb.domain.queue.QueuedDrain;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The stored form of a {@link NodesListState}, which shortens recovery. Released fields never
 * change; new ones may be added. The events stay in the journal, so a snapshot that cannot be read
 * may be deleted.
 *
 * @param includePath as in {@link ListSettings#includePath}
 * @param operations newest last
 * @param acceptedLists hashes of the file lists that were put in force, the current ones last
 * @param leaderTerm term of the newest leader; empty if no leader has recorded one
 * @param listsSince when the current lists came into force
 * @param operatorExcludes hosts that operators excluded through Ebb
 * @param queue the queued drains, in their order
 */
public record NodesListSnapshot(
    long listVersion,
    String listsHash,
    HostLists lists,
    DrainTimeout configured,
    List<RegisterEntry> register,
    Optional<String> includePath,
    List<OperationEntry> operations,
    List<String> acceptedLists,
    Optional<Long> leaderTerm,
    Optional<Instant> listsSince,
    List<OperatorExclude> operatorExcludes,
    List<QueuedDrain> queue) {

  public NodesListSnapshot {
    register = List.copyOf(register);
    operations = List.copyOf(operations);
    acceptedLists = List.copyOf(acceptedLists);
    operatorExcludes = List.copyOf(operatorExcludes);
    queue = List.copyOf(queue);
  }

  /** A node that was seen at least once. */
  public record RegisterEntry(NodeId nodeId, NodeAddress address) {}

  /** A retained operation. */
  public record OperationEntry(
      NodesListEvent.RefreshAccepted accepted, List<OutcomeEntry> outcomes) {
    public OperationEntry {
      outcomes = List.copyOf(outcomes);
    }

    static OperationEntry of(Operation operation) {
      return new OperationEntry(
          operation.accepted(),
          operation.outcomes().entrySet().stream()
              .sorted(Map.Entry.comparingByKey())
              .map(entry -> new OutcomeEntry(entry.getKey(), entry.getValue()))
              .toList());
    }

    List<NodesListEvent.SettledNode> settled() {
      return outcomes.stream()
          .map(
              each ->
                  new NodesListEvent.SettledNode(
                      each.nodeId(), accepted.listVersion(), each.outcome()))
          .toList();
    }

    Operation operation() {
      return new Operation(
          accepted,
          outcomes.stream().collect(Collectors.toMap(OutcomeEntry::nodeId, OutcomeEntry::outcome)));
    }
  }

  /** How the operation ended on a node. */
  public record OutcomeEntry(NodeId nodeId, DrainOutcome outcome) {}
}
