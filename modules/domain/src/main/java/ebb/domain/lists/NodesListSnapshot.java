package ebb.domain.lists;

import ebb.domain.DrainOutcome;
import ebb.domain.DrainTimeout;
import ebb.domain.NodeId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A {@link NodesListState} as it is stored to shorten recovery. Frozen once released, only added
 * to; the events stay in the journal, so that a snapshot that cannot be read may be deleted.
 *
 * @param includePath as in {@link ListSettings#includePath}
 * @param operations the newest last
 * @param acceptedLists names of all lists that files had when they were put in force, the present
 *     ones last
 * @param leaderTerm of the newest leader; empty in snapshots of before leaders wrote it
 * @param listsSince when the present lists came into force
 * @param operatorExcludes hosts that operators excluded through Ebb
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
    List<OperatorExclude> operatorExcludes) {

  public NodesListSnapshot {
    register = List.copyOf(register);
    operations = List.copyOf(operations);
    acceptedLists = List.copyOf(acceptedLists);
    operatorExcludes = List.copyOf(operatorExcludes);
  }

  /** A node that was seen at least once. */
  public record RegisterEntry(NodeId nodeId, NodeAddress address) {}

  /** An operation that is kept. */
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

  /** How an operation's part of a node ended. */
  public record OutcomeEntry(NodeId nodeId, DrainOutcome outcome) {}
}
