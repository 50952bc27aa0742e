package ebb.domain.lists;

import ebb.domain.DrainTimeout;
import ebb.domain.Initiator;
import ebb.domain.NodeAction;
import ebb.domain.NodeId;
import ebb.domain.NodeOrder;
import ebb.domain.Provenance;
import ebb.domain.lists.NodesListEvent.ConfirmedOrder;
import ebb.domain.lists.NodesListEvent.DrainsEnded;
import ebb.domain.lists.NodesListEvent.LeadTaken;
import ebb.domain.lists.NodesListEvent.ListsRead;
import ebb.domain.lists.NodesListEvent.NodeSeen;
import ebb.domain.lists.NodesListEvent.NodesForgotten;
import ebb.domain.lists.NodesListEvent.OperationsForgotten;
import ebb.domain.lists.NodesListEvent.OrdersConfirmed;
import ebb.domain.lists.NodesListEvent.OutcomesRecorded;
import ebb.domain.lists.NodesListEvent.RefreshAccepted;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * Durable state of the fleet, and the fold over its events: the lists in force, the register of all
 * nodes that are seen and not forgotten, the orders that are still on their way, the nodes that may
 * be draining, the operations that are kept. Hard state: all of it comes from the journal.
 * Immutable; what may be recorded next is decided by {@link NodesListRules}.
 */
public final class NodesListState {
  /** Before the first start has read the lists. */
  public static final NodesListState EMPTY =
      new NodesListState(
          0,
          0,
          "",
          new ListSettings(HostLists.EMPTY, DrainTimeout.INFINITE, Optional.empty()),
          SharedTable.empty(),
          SharedTable.empty(),
          SharedTable.empty(),
          Operations.NONE,
          AcceptedLists.NONE);

  private final long leaderTerm;
  private final long listVersion;
  private final String listsHash;
  private final ListSettings settings;
  private final SharedTable<NodeId, NodeAddress> register;
  private final SharedTable<NodeId, NodeOrder> pending;
  private final SharedTable<NodeId, Long> possiblyDraining;
  private final Operations operations;
  private final AcceptedLists accepted;

  private NodesListState(
      long leaderTerm,
      long listVersion,
      String listsHash,
      ListSettings settings,
      SharedTable<NodeId, NodeAddress> register,
      SharedTable<NodeId, NodeOrder> pending,
      SharedTable<NodeId, Long> possiblyDraining,
      Operations operations,
      AcceptedLists accepted) {
    this.leaderTerm = leaderTerm;
    this.listVersion = listVersion;
    this.listsHash = listsHash;
    this.settings = settings;
    this.register = register;
    this.pending = pending;
    this.possiblyDraining = possiblyDraining;
    this.operations = operations;
    this.accepted = accepted;
  }

  /** Of the newest leader that has begun to write; 0 in a journal of before there were any. */
  public long leaderTerm() {
    return leaderTerm;
  }

  /** Number of the last accepted refresh, counted from 1; 0 before the first. */
  public long listVersion() {
    return listVersion;
  }

  /** Name of the lists in force, see {@link ListsHash}; empty before the first. */
  public String listsHash() {
    return listsHash;
  }

  /** What the last refresh found. */
  public ListSettings settings() {
    return settings;
  }

  public HostLists lists() {
    return settings.lists();
  }

  /** Empty for a node that was never seen, or is forgotten. */
  public Optional<NodeAddress> addressOf(NodeId node) {
    return register.get(node);
  }

  /** All nodes that are known; a copy, made on each call. */
  public SortedMap<NodeId, NodeAddress> register() {
    return register.sorted();
  }

  /** The newest order of the node, while its execution is not confirmed. */
  public Optional<NodeOrder> pendingOrder(NodeId node) {
    return pending.get(node);
  }

  /** A copy, made on each call. */
  public List<NodeOrder> pendingOrders() {
    return List.copyOf(pending.sorted().values());
  }

  /**
   * Nodes that a graceful refresh asked to drain, and that are not known to have ended it; each
   * with the version of that refresh. A copy, made on each call.
   */
  public SortedMap<NodeId, Long> possiblyDraining() {
    return possiblyDraining.sorted();
  }

  public boolean isPossiblyDraining(NodeId node) {
    return possiblyDraining.get(node).isPresent();
  }

  public Operations operations() {
    return operations;
  }

  /** Whether these lists were in force once, and others replaced them. */
  public boolean areOlder(HostLists lists) {
    return accepted.areOlder(ListsHash.of(lists));
  }

  // ---- apply: event -> state; total, no business checks, no clock ----

  public NodesListState apply(NodesListEvent event) {
    if (event instanceof LeadTaken e) {
      return withLeaderTerm(e.term());
    } else if (event instanceof NodeSeen e) {
      return withRegister(register.with(e.nodeId(), e.address()));
    } else if (event instanceof ListsRead e) {
      return inForce(e.hash(), e.lists());
    } else if (event instanceof RefreshAccepted e) {
      return refreshed(e);
    } else if (event instanceof OrdersConfirmed e) {
      return withPending(pending.without(confirmed(e.orders())));
    } else if (event instanceof DrainsEnded e) {
      return withDraining(possiblyDraining.without(e.nodes()));
    } else if (event instanceof NodesForgotten e) {
      return withRegister(register.without(e.nodes()));
    } else if (event instanceof OutcomesRecorded e) {
      return withOperations(operations.withOutcomes(e.outcomes()));
    } else if (event instanceof OperationsForgotten e) {
      return withOperations(operations.without(e.operationIds()));
    }
    throw new IllegalStateException("no applier for " + event.getClass().getName());
  }

  private NodesListState refreshed(RefreshAccepted event) {
    if (!event.listsHash().equals(listsHash)) {
      throw new IllegalStateException(
          "refresh " + event.listVersion() + " refers to lists that are not in the journal");
    }
    Map<NodeId, NodeOrder> orders = new HashMap<>();
    Map<NodeId, Long> drains = new HashMap<>();
    for (NodeDecision decision : event.decisions()) {
      orders.put(decision.nodeId(), orderOf(event, decision));
      if (decision.action() instanceof NodeAction.GracefulDecommission) {
        drains.put(decision.nodeId(), event.listVersion());
      }
    }
    return new NodesListState(
        leaderTerm,
        event.listVersion(),
        listsHash,
        new ListSettings(settings.lists(), event.configured(), event.includePath()),
        register,
        pending.withAll(orders),
        possiblyDraining.withAll(drains),
        operations.with(event),
        accepted.with(event.listsHash()));
  }

  /** The journaled refresh fixes all that the node needs, its drain's start included. */
  private static NodeOrder orderOf(RefreshAccepted event, NodeDecision decision) {
    Provenance by = event.by();
    Initiator initiator =
        new Initiator(by.actor(), by.origin(), by.reason(), Optional.of(event.operationId()));
    return new NodeOrder(
        decision.nodeId(), decision.action(), event.listVersion(), by.at(), initiator);
  }

  /** A confirmation of an older order says nothing of the one that replaced it. */
  private Collection<NodeId> confirmed(List<ConfirmedOrder> orders) {
    return orders.stream().filter(this::isPending).map(ConfirmedOrder::nodeId).toList();
  }

  boolean isPending(ConfirmedOrder confirmation) {
    return pending
        .get(confirmation.nodeId())
        .filter(order -> order.listVersion() <= confirmation.listVersion())
        .isPresent();
  }

  private NodesListState withLeaderTerm(long changed) {
    return new NodesListState(
        changed,
        listVersion,
        listsHash,
        settings,
        register,
        pending,
        possiblyDraining,
        operations,
        accepted);
  }

  private NodesListState withRegister(SharedTable<NodeId, NodeAddress> changed) {
    return new NodesListState(
        leaderTerm,
        listVersion,
        listsHash,
        settings,
        changed,
        pending,
        possiblyDraining,
        operations,
        accepted);
  }

  private NodesListState inForce(String hash, HostLists changed) {
    return new NodesListState(
        leaderTerm,
        listVersion,
        hash,
        new ListSettings(changed, settings.configured(), settings.includePath()),
        register,
        pending,
        possiblyDraining,
        operations,
        accepted);
  }

  private NodesListState withPending(SharedTable<NodeId, NodeOrder> changed) {
    return new NodesListState(
        leaderTerm,
        listVersion,
        listsHash,
        settings,
        register,
        changed,
        possiblyDraining,
        operations,
        accepted);
  }

  private NodesListState withDraining(SharedTable<NodeId, Long> changed) {
    return new NodesListState(
        leaderTerm,
        listVersion,
        listsHash,
        settings,
        register,
        pending,
        changed,
        operations,
        accepted);
  }

  private NodesListState withOperations(Operations changed) {
    return new NodesListState(
        leaderTerm,
        listVersion,
        listsHash,
        settings,
        register,
        pending,
        possiblyDraining,
        changed,
        accepted);
  }

  // ---- snapshots ----

  public NodesListSnapshot toSnapshot() {
    return new NodesListSnapshot(
        listVersion,
        listsHash,
        settings.lists(),
        settings.configured(),
        register.sorted().entrySet().stream()
            .map(e -> new NodesListSnapshot.RegisterEntry(e.getKey(), e.getValue()))
            .toList(),
        pendingOrders(),
        possiblyDraining.sorted().entrySet().stream()
            .map(e -> new NodesListSnapshot.DrainEntry(e.getKey(), e.getValue()))
            .toList(),
        settings.includePath(),
        operations.all().stream().map(NodesListSnapshot.OperationEntry::of).toList(),
        accepted.hashes(),
        Optional.of(leaderTerm).filter(term -> term > 0));
  }

  public static NodesListState of(NodesListSnapshot snapshot) {
    Map<NodeId, NodeAddress> register = new HashMap<>();
    snapshot.register().forEach(entry -> register.put(entry.nodeId(), entry.address()));
    Map<NodeId, NodeOrder> pending = new HashMap<>();
    snapshot.pending().forEach(order -> pending.put(order.nodeId(), order));
    Map<NodeId, Long> draining = new HashMap<>();
    snapshot.possiblyDraining().forEach(e -> draining.put(e.nodeId(), e.listVersion()));
    return new NodesListState(
        snapshot.leaderTerm().orElse(0L),
        snapshot.listVersion(),
        snapshot.listsHash(),
        new ListSettings(snapshot.lists(), snapshot.configured(), snapshot.includePath()),
        SharedTable.<NodeId, NodeAddress>empty().withAll(register),
        SharedTable.<NodeId, NodeOrder>empty().withAll(pending),
        SharedTable.<NodeId, Long>empty().withAll(draining),
        Operations.of(
            snapshot.operations().stream()
                .map(NodesListSnapshot.OperationEntry::operation)
                .toList()),
        AcceptedLists.of(snapshot));
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof NodesListState state
        && leaderTerm == state.leaderTerm
        && listVersion == state.listVersion
        && listsHash.equals(state.listsHash)
        && settings.equals(state.settings)
        && register.equals(state.register)
        && pending.equals(state.pending)
        && possiblyDraining.equals(state.possiblyDraining)
        && operations.equals(state.operations)
        && accepted.equals(state.accepted);
  }

  @Override
  public int hashCode() {
    return Long.hashCode(listVersion) * 31 + listsHash.hashCode();
  }

  @Override
  public String toString() {
    return "lists of refresh " + listVersion + " (" + listsHash + ")";
  }
}
