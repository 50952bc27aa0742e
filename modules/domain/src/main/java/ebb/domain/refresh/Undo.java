package ebb.domain.refresh;

import ebb.domain.Drain;
import ebb.domain.DrainTimeout;
import ebb.domain.NodeAction;
import ebb.domain.NodeAction.GracefulDecommission;
import ebb.domain.NodeId;
import ebb.domain.NodeLifecycle;
import ebb.domain.NodeState;
import ebb.domain.TimeoutSource;
import ebb.domain.lists.HostAdmission;
import ebb.domain.lists.NodeAddress;
import ebb.domain.lists.NodeDecision;
import ebb.domain.lists.NodesListState;
import ebb.domain.lists.Operation;
import ebb.domain.lists.OperatorExclude;
import ebb.domain.provenance.Provenance;
import java.time.Duration;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What restores the nodes of an operation to what was requested for them before it. An undo is
 * carried out as an edit of the exclude file with its graceful refresh, and as changes of timeouts.
 * These are operations of their own.
 *
 * @param listVersion the newest refresh that it takes into account
 * @param exclude entries of the exclude file for hosts that the operation readmitted, with the
 *     timeout of the drain that it cancelled
 * @param admit entries of the exclude file that took nodes of the operation out of service
 * @param timeouts running drains that had another timeout before, with that timeout
 * @param skipped nodes that stay as they are, with a short reason
 */
public record Undo(
    long listVersion,
    SortedMap<String, Optional<DrainTimeout>> exclude,
    SortedSet<String> admit,
    SortedMap<NodeId, DrainTimeout> timeouts,
    SortedMap<NodeId, String> skipped) {
  private static final Duration FOR_EVER = Duration.ofSeconds(Long.MAX_VALUE);

  public Undo {
    exclude = Collections.unmodifiableSortedMap(new TreeMap<>(exclude));
    admit = Collections.unmodifiableSortedSet(new TreeSet<>(admit));
    timeouts = Collections.unmodifiableSortedMap(new TreeMap<>(timeouts));
    skipped = Collections.unmodifiableSortedMap(new TreeMap<>(skipped));
  }

  /**
   * @param view the last published states of the nodes; nothing is known about an absent node
   */
  public static Undo of(
      Operation operation, NodesListState state, Map<NodeId, NodeLifecycle> view) {
    return new Builder(operation, state, view).undo();
  }

  private static final class Builder {
    private final Operation operation;
    private final NodesListState state;
    private final Map<NodeId, NodeLifecycle> view;
    private final SortedMap<String, Optional<DrainTimeout>> exclude = new TreeMap<>();
    private final SortedSet<String> admit = new TreeSet<>();
    private final SortedMap<NodeId, DrainTimeout> timeouts = new TreeMap<>();
    private final SortedMap<NodeId, String> skipped = new TreeMap<>();

    /** The newest drain of each node before the operation, if it is retained. */
    private final Map<NodeId, EarlierDrain> before = new HashMap<>();

    /** The first later operation that decided on each node. */
    private final Map<NodeId, Operation> since = new HashMap<>();

    /** As above, without operations that only changed a timeout. */
    private final Map<NodeId, Operation> movedSince = new HashMap<>();

    /** Nodes changed by a later operation, by host and IP: a list entry may use either. */
    private final Map<String, NodeId> neighbours = new HashMap<>();

    Builder(Operation operation, NodesListState state, Map<NodeId, NodeLifecycle> view) {
      this.operation = operation;
      this.state = state;
      this.view = view;
      state.operations().all().forEach(this::read);
    }

    private void read(Operation other) {
      for (NodeDecision decision : other.accepted().decisions()) {
        NodeId node = decision.nodeId();
        if (other.listVersion() < operation.listVersion()) {
          before.compute(node, (same, known) -> EarlierDrain.after(decision, known, other));
        } else if (other.listVersion() > operation.listVersion()) {
          since.putIfAbsent(node, other);
          if (!isChangeOfTimeout(decision)) {
            movedSince.putIfAbsent(node, other);
            state
                .addressOf(node)
                .ifPresent(address -> names(address).forEach(name -> neighbours.put(name, node)));
          }
        }
      }
    }

    private static boolean isChangeOfTimeout(NodeDecision decision) {
      return decision.action() instanceof NodeAction.ChangeTimeout
          || (decision.action() instanceof GracefulDecommission
              && decision.before() == NodeState.DECOMMISSIONING);
    }

    private static List<String> names(NodeAddress address) {
      return List.of(address.host(), address.ip());
    }

    Undo undo() {
      operation
          .accepted()
          .decisions()
          .forEach(
              decision -> undo(decision).ifPresent(why -> skipped.put(decision.nodeId(), why)));
      return new Undo(state.listVersion(), exclude, admit, timeouts, skipped);
    }

    /**
     * @return why the node is skipped; empty if it is restored, or already as before
     */
    private Optional<String> undo(NodeDecision decision) {
      NodeId node = decision.nodeId();
      Optional<NodeAddress> address = state.addressOf(node);
      if (address.isEmpty()) {
        return Optional.of("it is no longer known");
      } else if (decision.action() instanceof NodeAction.Recommission) {
        return movedSince(node, address.get()).or(() -> exclude(node, address.get()));
      } else if (isChangeOfTimeout(decision) || decision.before() == NodeState.DECOMMISSIONING) {
        return changed(node, since).or(() -> restoreTimeout(node, address.get()));
      }
      return movedSince(node, address.get()).or(() -> admit(decision, address.get()));
    }

    private Optional<String> movedSince(NodeId node, NodeAddress address) {
      return changed(node, movedSince)
          .or(
              () ->
                  names(address).stream()
                      .flatMap(name -> Optional.ofNullable(neighbours.get(name)).stream())
                      .findFirst()
                      .map(
                          other ->
                              "its entry is also that of " + other + ", which was changed since"));
    }

    private static Optional<String> changed(NodeId node, Map<NodeId, Operation> by) {
      return Optional.ofNullable(by.get(node))
          .map(later -> "operation " + later.id() + " has changed it since");
    }

    private Optional<String> exclude(NodeId node, NodeAddress address) {
      EarlierDrain drain = before.get(node);
      if (state.lists().verdictOn(address).isByExcludeList()) {
        return Optional.of("it is in the exclude list already");
      } else if (drain == null) {
        return Optional.of("what excluded it before is no longer kept");
      } else if (!drain.verdict().isByExcludeList()) {
        return Optional.of("an include list decided on it");
      }
      restoreEntry(drain, address);
      return Optional.empty();
    }

    private void restoreEntry(EarlierDrain drain, NodeAddress address) {
      exclude.merge(
          drain.verdict() == HostAdmission.EXCLUDED_BY_IP ? address.ip() : address.host(),
          drain.entryTimeout(),
          Builder::longer);
    }

    /** The longer timeout of two nodes that share an entry; empty if either has none. */
    private static Optional<DrainTimeout> longer(
        Optional<DrainTimeout> one, Optional<DrainTimeout> other) {
      return one.flatMap(
          timeout ->
              other.map(
                  another ->
                      Stream.of(timeout, another)
                          .max(
                              Comparator.comparing(
                                      (DrainTimeout each) -> each.limit().orElse(FOR_EVER))
                                  .thenComparing(DrainTimeout::held))
                          .orElseThrow()));
    }

    /** Restores the timeout of a drain that ran before the operation, if it is still running. */
    private Optional<String> restoreTimeout(NodeId node, NodeAddress address) {
      NodeLifecycle known = view.get(node);
      if (known == null) {
        return Optional.of("its state is not known yet; try again in a moment");
      }
      NodeLifecycle now =
          state.unsettledOrder(node).map(order -> order.appliedTo(known)).orElse(known);
      Optional<EarlierDrain> decided = Optional.ofNullable(before.get(node));
      Optional<Drain> earlier = decided.flatMap(EarlierDrain::drain);
      if (now.drain().isEmpty()) {
        return Optional.of("its drain has ended");
      } else if (earlier.isEmpty()) {
        return Optional.of("its earlier timeout is no longer kept");
      }
      DrainTimeout timeout = earlier.get().timeout();
      DrainTimeout inForce = now.drain().get().timeout();
      if (inForce.held() != timeout.held()) {
        // Only the entry of a host can hold its drains.
        decided.ifPresent(drain -> restoreEntry(drain, address));
      } else if (!inForce.equals(timeout)) {
        timeouts.put(node, timeout);
      }
      return Optional.empty();
    }

    private Optional<String> admit(NodeDecision decision, NodeAddress address) {
      if (!decision.verdict().isByExcludeList()) {
        return Optional.of("an include list decided on it");
      } else if (!state.lists().verdictOn(address).isByExcludeList()) {
        return Optional.of("the exclude list does not name it");
      }
      Optional<OperatorExclude> newer =
          names(address).stream()
              .flatMap(name -> state.operatorExclude(name).stream())
              .filter(each -> each.by().listVersion() >= operation.listVersion())
              .findFirst();
      if (newer.isPresent()) {
        return Optional.of(newer.get().by().actor() + " has excluded it since");
      }
      for (String name : names(address)) {
        if (state.lists().excludes().containsKey(name)) {
          admit.add(name);
        }
      }
      return Optional.empty();
    }
  }

  /**
   * How an operation took a node out of service.
   *
   * @param drain empty for a node that left at once
   * @param verdict the rule that took the node out
   */
  private record EarlierDrain(Optional<Drain> drain, HostAdmission verdict) {

    /**
     * @param known from before the decision; null for none
     * @return null if the decision leaves nothing to restore
     */
    static @Nullable EarlierDrain after(
        NodeDecision decision, @Nullable EarlierDrain known, Operation operation) {
      if (decision.action() instanceof GracefulDecommission wish) {
        boolean keeps =
            known != null
                && decision.before() == NodeState.DECOMMISSIONING
                && known.drain.filter(running -> !running.yieldsTo(wish)).isPresent();
        return keeps
            ? known
            : new EarlierDrain(drain(wish.timeout(), wish.source(), operation), decision.verdict());
      } else if (decision.action() instanceof NodeAction.ChangeTimeout change) {
        return new EarlierDrain(
            drain(change.timeout(), TimeoutSource.OPERATOR, operation),
            known == null ? decision.verdict() : known.verdict);
      } else if (decision.action() instanceof NodeAction.Recommission) {
        return null;
      }
      return known == null ? new EarlierDrain(Optional.empty(), decision.verdict()) : known;
    }

    private static Optional<Drain> drain(
        DrainTimeout timeout, TimeoutSource source, Operation operation) {
      Provenance by = operation.accepted().by();
      return Optional.of(new Drain(0, by.at(), timeout, source, by));
    }

    /** The timeout for the exclude entry; empty if it takes the configuration's. */
    Optional<DrainTimeout> entryTimeout() {
      return drain
          .filter(each -> each.timeoutSource() != TimeoutSource.CONFIGURATION)
          .map(Drain::timeout);
    }
  }
}
