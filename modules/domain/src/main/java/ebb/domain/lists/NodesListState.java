package ebb.domain.lists;

import ebb.domain.NodeId;
import ebb.domain.NodeOrder;
import ebb.domain.lists.NodesListEvent.DrainQueued;
import ebb.domain.lists.NodesListEvent.ExcludesEdited;
import ebb.domain.lists.NodesListEvent.LeadTaken;
import ebb.domain.lists.NodesListEvent.ListsRead;
import ebb.domain.lists.NodesListEvent.NodeSeen;
import ebb.domain.lists.NodesListEvent.NodesForgotten;
import ebb.domain.lists.NodesListEvent.NodesSettled;
import ebb.domain.lists.NodesListEvent.OperationsForgotten;
import ebb.domain.lists.NodesListEvent.QueueChanged;
import ebb.domain.lists.NodesListEvent.RefreshAccepted;
import ebb.domain.queue.DrainQueue;
import ebb.domain.queue.QueuedDrain;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Durable state of the fleet, and the fold over its events: the lists in force, the register of all
 * nodes that have been seen and not forgotten, the unsettled orders, the retained operations, and
 * the queued drains. This is hard state: all of it comes from the journal. Immutable. {@code
 * NodesListRules} decides what may be recorded next.
 */
public final class NodesListState {
  /** The state before the first start has read the lists. */
  public static final NodesListState EMPTY =
      new NodesListState(
          0,
          CurrentHostLists.NONE,
          OperatorExcludes.NONE,
          NodeTables.EMPTY,
          Operations.NONE,
          DrainQueue.NONE);

  private final long leaderTerm;
  private final CurrentHostLists inForce;
  private final OperatorExcludes operatorExcludes;
  private final NodeTables nodes;
  private final Operations operations;
  private final DrainQueue queue;

  private NodesListState(
      long leaderTerm,
      CurrentHostLists inForce,
      OperatorExcludes operatorExcludes,
      NodeTables nodes,
      Operations operations,
      DrainQueue queue) {
    this.leaderTerm = leaderTerm;
    this.inForce = inForce;
    this.operatorExcludes = operatorExcludes;
    this.nodes = nodes;
    this.operations = operations;
    this.queue = queue;
  }

  /** Term of the newest leader that has started to write; 0 if the journal contains none. */
  public long leaderTerm() {
    return leaderTerm;
  }

  /** Number of the last accepted refresh, counted from 1; 0 before the first. */
  public long listVersion() {
    return inForce.version();
  }

  /** Hash of the lists in force, see {@link ListsHash}; empty before the first. */
  public String listsHash() {
    return inForce.hash();
  }

  /** The lists in force and the settings that the last refresh found. */
  public ListSettings settings() {
    return inForce.settings();
  }

  /** When the current lists came into force. */
  public Instant listsSince() {
    return inForce.since();
  }

  public HostLists lists() {
    return inForce.settings().lists();
  }

  /** Empty for a node that was never seen or has been forgotten. */
  public Optional<NodeAddress> addressOf(NodeId node) {
    return Optional.ofNullable(nodes.register().get(node));
  }

  /** All known nodes; a new copy on each call. */
  public SortedMap<NodeId, NodeAddress> register() {
    return new TreeMap<>(nodes.register());
  }

  /** The ids of all known nodes, unordered; a new copy on each call. */
  public Set<NodeId> registeredIds() {
    return new HashSet<>(nodes.register().keySet());
  }

  /**
   * The newest order of the node, until what it started is known to have ended: the node has not
   * applied it yet, is draining, or has ended without a record of that.
   */
  public Optional<NodeOrder> unsettledOrder(NodeId node) {
    return Optional.ofNullable(nodes.unsettled().get(node));
  }

  /** The unsettled orders, sorted by node; a new copy on each call. */
  public List<NodeOrder> unsettledOrders() {
    return List.copyOf(new TreeMap<>(nodes.unsettled()).values());
  }

  /** The nodes with unsettled orders, unordered; a new copy on each call. */
  public Set<NodeId> unsettledIds() {
    return new HashSet<>(nodes.unsettled().keySet());
  }

  public boolean isUnsettled(NodeId node) {
    return nodes.unsettled().containsKey(node);
  }

  public Operations operations() {
    return operations;
  }

  public DrainQueue queue() {
    return queue;
  }

  /** Hash of the lists in force, as read from the files; see {@link #toPutInForce}. */
  public String filesHash() {
    return inForce.accepted().inForce();
  }

  /** Sorted by host. */
  public List<OperatorExclude> operatorExcludes() {
    return List.copyOf(operatorExcludes.byHost().values());
  }

  /**
   * Who excluded this host through Ebb; empty if nobody did, or if it has been recommissioned
   * since.
   */
  public Optional<OperatorExclude> operatorExclude(String host) {
    return Optional.ofNullable(operatorExcludes.byHost().get(host));
  }

  /**
   * The lists that a refresh puts in force when it finds these in the files: they are completed
   * with what operators requested for hosts that they excluded through Ebb.
   *
   * @param keepDropped whether such hosts stay excluded when the file does not contain them, see
   *     {@link #mayComeBack}
   */
  public HostLists toPutInForce(HostLists files, boolean keepDropped) {
    return operatorExcludes.complete(
        files, lists(), keepDropped ? mayComeBack(files) : host -> false);
  }

  /**
   * Hosts whose nodes would return to service if they were not excluded, or have an unsettled
   * order, such as a drain. If an include list does not name the other hosts either, they are out
   * of service without an exclude entry and are not kept: otherwise entries of removed hosts would
   * stay forever.
   */
  private Predicate<String> mayComeBack(HostLists files) {
    if (operatorExcludes.byHost().isEmpty() || files.includes().isEmpty()) {
      return host -> true;
    }
    Set<String> named = new HashSet<>(files.includes());
    nodes.register().entrySet().stream()
        .filter(
            node ->
                files.verdictOn(node.getValue()) != HostAdmission.NOT_INCLUDED
                    || isUnsettled(node.getKey()))
        .map(Map.Entry::getValue)
        .forEach(address -> named.addAll(List.of(address.host(), address.ip())));
    return named::contains;
  }

  /** Whether these lists were in force earlier and have been replaced. */
  public boolean areOlder(HostLists lists) {
    return inForce.accepted().areOlder(ListsHash.of(lists));
  }

  // ---- apply: event -> state; total, no business checks, no clock ----

  public NodesListState apply(NodesListEvent event) {
    if (event instanceof LeadTaken e) {
      return new NodesListState(e.term(), inForce, operatorExcludes, nodes, operations, queue);
    } else if (event instanceof NodeSeen e) {
      return with(nodes.seen(e.nodeId(), e.address()));
    } else if (event instanceof ListsRead e) {
      return with(
          inForce.read(e),
          operatorExcludes.replaced(lists(), e.lists()),
          queue.begun(e.lists().excludes().keySet()));
    } else if (event instanceof ExcludesEdited e) {
      return with(inForce, operatorExcludes.edited(e), queue.without(Set.copyOf(e.removed())));
    } else if (event instanceof RefreshAccepted e) {
      return new NodesListState(
          leaderTerm,
          inForce.refreshed(e),
          operatorExcludes.refreshed(e, lists()),
          nodes.ordered(e),
          operations.with(e),
          queue);
    } else if (event instanceof NodesSettled e) {
      return new NodesListState(
          leaderTerm,
          inForce,
          operatorExcludes,
          nodes.settled(e.nodes()),
          operations.settled(e.nodes()),
          queue);
    } else if (event instanceof NodesForgotten e) {
      return with(nodes.forgotten(e.nodes()));
    } else if (event instanceof OperationsForgotten e) {
      return with(operations.without(e.operationIds()));
    } else if (event instanceof DrainQueued e) {
      return with(
          inForce,
          operatorExcludes,
          queue.with(
              new QueuedDrain(e.id(), e.hosts(), e.hosts().size(), e.pace(), false, e.by())));
    } else if (event instanceof QueueChanged e) {
      return with(inForce, operatorExcludes, queue.changed(e.id(), e.change()));
    }
    throw new IllegalStateException("no applier for " + event.getClass().getName());
  }

  private NodesListState with(
      CurrentHostLists lists, OperatorExcludes excludes, DrainQueue changed) {
    return new NodesListState(leaderTerm, lists, excludes, nodes, operations, changed);
  }

  private NodesListState with(NodeTables changed) {
    return new NodesListState(leaderTerm, inForce, operatorExcludes, changed, operations, queue);
  }

  private NodesListState with(Operations changed) {
    return new NodesListState(leaderTerm, inForce, operatorExcludes, nodes, changed, queue);
  }

  // ---- snapshots ----

  public NodesListSnapshot toSnapshot() {
    return new NodesListSnapshot(
        listVersion(),
        listsHash(),
        lists(),
        settings().configured(),
        register().entrySet().stream()
            .map(e -> new NodesListSnapshot.RegisterEntry(e.getKey(), e.getValue()))
            .toList(),
        settings().includePath(),
        operations.all().stream().map(NodesListSnapshot.OperationEntry::of).toList(),
        inForce.accepted().hashes(),
        Optional.of(leaderTerm).filter(term -> term > 0),
        Optional.of(inForce.since()).filter(since -> !since.equals(Instant.EPOCH)),
        operatorExcludes(),
        queue.drains());
  }

  public static NodesListState of(NodesListSnapshot snapshot) {
    return new NodesListState(
        snapshot.leaderTerm().orElse(0L),
        CurrentHostLists.of(snapshot),
        OperatorExcludes.of(snapshot.operatorExcludes()),
        NodeTables.of(snapshot),
        Operations.of(
            snapshot.operations().stream()
                .map(NodesListSnapshot.OperationEntry::operation)
                .toList()),
        new DrainQueue(snapshot.queue()));
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof NodesListState state
        && leaderTerm == state.leaderTerm
        && inForce.equals(state.inForce)
        && operatorExcludes.equals(state.operatorExcludes)
        && nodes.equals(state.nodes)
        && operations.equals(state.operations)
        && queue.equals(state.queue);
  }

  /** Uses few fields, so that the tables of a large fleet are not traversed. */
  @Override
  public int hashCode() {
    return Long.hashCode(listVersion()) * 31 + listsHash().hashCode();
  }

  @Override
  public String toString() {
    return "lists of refresh " + listVersion() + " (" + listsHash() + ")";
  }
}
