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
import ebb.domain.provenance.Provenance;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What gives the nodes of an operation back what they were to do before it. To carry it out is an
 * edit of the exclude file with its graceful refresh, and changes of timeouts: operations of their
 * own.
 *
 * @param exclude entries of the exclude file of hosts that the operation let back in, with the
 *     timeout of the drain that it called off
 * @param admit entries of the exclude file that took nodes of the operation out
 * @param timeouts which running drains had another timeout before
 * @param skipped nodes that stay as they are, with the reason in a few words
 */
public record Undo(
    SortedMap<String, Optional<DrainTimeout>> exclude,
    SortedSet<String> admit,
    SortedMap<NodeId, DrainTimeout> timeouts,
    SortedMap<NodeId, String> skipped) {
  public Undo {
    exclude = Collections.unmodifiableSortedMap(new TreeMap<>(exclude));
    admit = Collections.unmodifiableSortedSet(new TreeSet<>(admit));
    timeouts = Collections.unmodifiableSortedMap(new TreeMap<>(timeouts));
    skipped = Collections.unmodifiableSortedMap(new TreeMap<>(skipped));
  }

  /**
   * @param view what the nodes last made known of themselves; of a node that is absent nothing is
   *     known
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

    /** The newest drain of each node before the operation, as far as it is kept. */
    private final Map<NodeId, EarlierDrain> before = new HashMap<>();

    /** The first operation that decided on each node after it. */
    private final Map<NodeId, Operation> since = new HashMap<>();

    Builder(Operation operation, NodesListState state, Map<NodeId, NodeLifecycle> view) {
      this.operation = operation;
      this.state = state;
      this.view = view;
      for (Operation each : state.operations().all()) {
        if (each.listVersion() < operation.listVersion()) {
          each.accepted()
              .decisions()
              .forEach(
                  decision ->
                      before.compute(
                          decision.nodeId(),
                          (node, known) -> EarlierDrain.after(decision, known, each)));
        } else if (each.listVersion() > operation.listVersion()) {
          each.accepted()
              .decisions()
              .forEach(decision -> since.putIfAbsent(decision.nodeId(), each));
        }
      }
    }

    Undo undo() {
      operation.accepted().decisions().forEach(this::undo);
      return new Undo(exclude, admit, timeouts, skipped);
    }

    private void undo(NodeDecision decision) {
      NodeId node = decision.nodeId();
      Optional<NodeAddress> address = state.addressOf(node);
      if (since.containsKey(node)) {
        skipped.put(node, "operation " + since.get(node).id() + " has changed it since");
      } else if (address.isEmpty()) {
        skipped.put(node, "it is no longer known");
      } else if (decision.action() instanceof NodeAction.Recommission) {
        exclude(node, address.get());
      } else if (decision.before() == NodeState.DECOMMISSIONING
          || decision.action() instanceof NodeAction.ChangeTimeout) {
        restoreTimeout(node);
      } else {
        admit(node, address.get());
      }
    }

    private void exclude(NodeId node, NodeAddress address) {
      if (isInExcludeList(address)) {
        skipped.put(node, "it is in the exclude list already");
        return;
      }
      Optional<EarlierDrain> drain = Optional.ofNullable(before.get(node));
      exclude.put(
          drain.filter(EarlierDrain::isByIp).isPresent() ? address.ip() : address.host(),
          drain.flatMap(EarlierDrain::entryTimeout));
    }

    /** Of a drain that ran before the operation, as far as it still runs. */
    private void restoreTimeout(NodeId node) {
      Optional<DrainTimeout> now =
          Optional.ofNullable(view.get(node)).flatMap(NodeLifecycle::drain).map(Drain::timeout);
      Optional<DrainTimeout> earlier =
          Optional.ofNullable(before.get(node)).map(each -> each.drain().timeout());
      if (now.isEmpty()) {
        skipped.put(node, "its drain has ended");
      } else if (earlier.isEmpty()) {
        skipped.put(node, "its earlier timeout is no longer kept");
      } else if (!earlier.equals(now)) {
        timeouts.put(node, earlier.get());
      }
    }

    private void admit(NodeId node, NodeAddress address) {
      if (!isInExcludeList(address)) {
        skipped.put(node, "the exclude list does not name it");
        return;
      }
      for (String name : List.of(address.host(), address.ip())) {
        if (state.lists().excludes().containsKey(name)) {
          admit.add(name);
        }
      }
    }

    private boolean isInExcludeList(NodeAddress address) {
      return switch (state.lists().verdictOn(address)) {
        case EXCLUDED_BY_HOST, EXCLUDED_BY_IP -> true;
        case ALLOWED, NOT_INCLUDED -> false;
      };
    }
  }

  /**
   * @param verdict the rule that took the node out
   */
  private record EarlierDrain(Drain drain, HostAdmission verdict) {

    /**
     * @param known of before the decision; null for none
     * @return null if the decision leaves none that could be restored
     */
    static @Nullable EarlierDrain after(
        NodeDecision decision, @Nullable EarlierDrain known, Operation operation) {
      if (decision.action() instanceof GracefulDecommission wish) {
        boolean keeps =
            known != null
                && decision.before() == NodeState.DECOMMISSIONING
                && !known.drain.yieldsTo(wish);
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
      return known;
    }

    private static Drain drain(DrainTimeout timeout, TimeoutSource source, Operation operation) {
      Provenance by = operation.accepted().by();
      return new Drain(0, by.at(), timeout, source, by);
    }

    boolean isByIp() {
      return verdict == HostAdmission.EXCLUDED_BY_IP;
    }

    /** Empty for an entry that takes the configuration's. */
    Optional<DrainTimeout> entryTimeout() {
      return Optional.of(drain)
          .filter(each -> each.timeoutSource() != TimeoutSource.CONFIGURATION)
          .map(Drain::timeout);
    }
  }
}
