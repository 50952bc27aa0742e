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

/** Decides what is recorded about operations, and whether a request repeats an earlier one. */
public final class OperationRules {
  private OperationRules() {}

  /** How a request relates to earlier ones with its key. */
  public sealed interface Repetition {}

  /** No retained operation has this key. */
  public record First() implements Repetition {}

  /** The same request was accepted before; the answer is that of this operation. */
  public record Same(Operation operation) implements Repetition {}

  /** The key belongs to another request. */
  public record Other(Operation operation) implements Repetition {}

  /**
   * @param actor who sends the request; a key is only valid for the actor who used it first
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
   * Settles the nodes on which an operation has ended since the last record; empty if there are
   * none.
   *
   * @param view the last published states of the nodes; nothing is known about an absent node
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
   * Removes operations that are over and past their retention; empty if there are none. An open
   * operation is kept whatever its age, because its drains can still be ended through it.
   *
   * @param by with the current time
   */
  public static Optional<NodesListEvent> forget(
      NodesListState state, Duration keep, Provenance by) {
    Instant limit = by.at().minus(keep);
    List<String> old = state.operations().overAndOlderThan(limit);
    return old.isEmpty() ? Optional.empty() : Optional.of(new OperationsForgotten(old, by));
  }
}
