package ebb.domain.refresh;

import ebb.domain.DrainOutcome;
import ebb.domain.NodeId;
import ebb.domain.NodeLifecycle;
import ebb.domain.lists.NodeDecision;
import ebb.domain.lists.NodesListEvent;
import ebb.domain.lists.NodesListEvent.NodesSettled;
import ebb.domain.lists.NodesListEvent.OperationsForgotten;
import ebb.domain.lists.NodesListEvent.SettledNode;
import ebb.domain.lists.NodesListState;
import ebb.domain.lists.Operation;
import ebb.domain.provenance.Provenance;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Decides what is recorded of operations, and which request is the repetition of an earlier one.
 */
public final class OperationRules {
  private OperationRules() {}

  /** What becomes of a request that bears a key. */
  public sealed interface Repetition {}

  /** No operation that is kept has this key. */
  public record First() implements Repetition {}

  /** The same request was accepted before; its answer is that of this operation. */
  public record Same(Operation operation) implements Repetition {}

  /** The key belongs to another request. */
  public record Other(Operation operation) implements Repetition {}

  /**
   * @param actor who asks; the key of one is not the key of another
   */
  public static Repetition repetition(NodesListState state, RefreshRequest request, String actor) {
    Optional<Operation> known =
        request.key().flatMap(wanted -> state.operations().withKey(wanted.key()));
    if (known.isEmpty()) {
      return new First();
    }
    boolean isSame =
        known.get().accepted().key().equals(request.key())
            && known.get().accepted().by().actor().equals(actor);
    return isSame ? new Same(known.get()) : new Other(known.get());
  }

  /**
   * Empty unless what an operation wanted of a node has ended since the last record.
   *
   * @param view what the nodes last made known of themselves; of a node that is absent nothing is
   *     known
   */
  public static Optional<NodesListEvent> settle(
      NodesListState state, Map<NodeId, NodeLifecycle> view, Provenance by) {
    List<SettledNode> news = new ArrayList<>();
    state.operations().open().forEach(operation -> news.addAll(outcomesOf(operation, view)));
    return news.isEmpty() ? Optional.empty() : Optional.of(new NodesSettled(news, by));
  }

  private static List<SettledNode> outcomesOf(
      Operation operation, Map<NodeId, NodeLifecycle> view) {
    List<SettledNode> news = new ArrayList<>();
    for (NodeDecision decision : operation.openDecisions()) {
      NodeLifecycle node = view.get(decision.nodeId());
      Optional<DrainOutcome> outcome =
          node == null ? Optional.empty() : operation.outcomeOf(decision, node);
      outcome.ifPresent(
          how -> news.add(new SettledNode(decision.nodeId(), operation.listVersion(), how)));
    }
    return news;
  }

  /**
   * Empty unless an operation is over and older than it has to be kept. An open one is kept
   * whatever its age: its drains may still be ended by it.
   *
   * @param by at the present time
   */
  public static Optional<NodesListEvent> forget(
      NodesListState state, Duration keep, Provenance by) {
    Instant limit = by.at().minus(keep);
    List<String> old = state.operations().overAndOlderThan(limit);
    return old.isEmpty() ? Optional.empty() : Optional.of(new OperationsForgotten(old, by));
  }
}
