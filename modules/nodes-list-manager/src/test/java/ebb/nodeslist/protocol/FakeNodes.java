package ebb.nodeslist.protocol;

import ebb.domain.Decision;
import ebb.domain.NodeEvent;
import ebb.domain.NodeId;
import ebb.domain.NodeLifecycle;
import ebb.domain.NodeOrder;
import ebb.domain.Resource;
import ebb.domain.provenance.Initiator;
import ebb.domain.provenance.Origin;
import ebb.domain.provenance.Provenance;
import ebb.node.Leader;
import ebb.node.NodeCommand;
import ebb.node.NodeReply;
import ebb.node.NodeStateUpdate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Nodes that live by the domain's rules, in this process; a deaf one loses what it is told, and a
 * slow one applies it later.
 */
public final class FakeNodes implements NodeGateway {
  private final Map<NodeId, NodeLifecycle> nodes = new HashMap<>();
  private final Map<NodeId, Long> revisions = new HashMap<>();
  private final Map<NodeId, Leader> leaders = new HashMap<>();
  private final Set<NodeId> deaf = new HashSet<>();
  private final Set<NodeId> slow = new HashSet<>();
  private final Map<NodeId, NodeOrder> waiting = new HashMap<>();
  private final List<NodeOrder> orders = new ArrayList<>();
  private final Map<NodeId, Integer> asked = new HashMap<>();
  private Optional<Leader> newest = Optional.empty();
  private final Map<NodeId, List<Long>> wakes = new HashMap<>();

  @Override
  public synchronized void tell(NodeId id, NodeCommand command) {
    if (command instanceof NodeCommand.Reconcile reconcile) {
      count(id, reconcile);
      if (!deaf.contains(id)) {
        reconcile(id, reconcile);
      }
    } else if (command instanceof NodeCommand.Get get && !deaf.contains(id)) {
      get.replyTo().tell(new NodeReply.Current(publication(id)));
    }
  }

  private void count(NodeId id, NodeCommand.Reconcile command) {
    if (command.known().isEmpty()) {
      asked.merge(id, 1, Integer::sum);
    } else if (command.order().isEmpty()) {
      wakes.computeIfAbsent(id, i -> new ArrayList<>()).add(command.known().get());
    }
  }

  /** As RMNode does it: who has nothing to say that the leader lacks is silent. */
  private void reconcile(NodeId id, NodeCommand.Reconcile command) {
    long before = revision(id);
    boolean isNew = !command.leader().equals(leaders.put(id, command.leader()));
    command.order().ifPresent(order -> take(id, order));
    boolean isKnown = command.known().equals(Optional.of(revision(id)));
    if (revision(id) == before && (isNew || !isKnown)) {
      publish(id);
    }
  }

  private void take(NodeId id, NodeOrder order) {
    orders.add(order);
    if (slow.contains(id)) {
      waiting.put(id, order);
    } else {
      apply(id, order);
    }
  }

  private void apply(NodeId id, NodeOrder order) {
    carryOut(
        id,
        node(id)
            .applyOrder(
                order, order.initiator().stamp(order.plannedAt(), "test", order.listVersion())));
  }

  public synchronized NodeLifecycle node(NodeId id) {
    return nodes.getOrDefault(id, NodeLifecycle.unregistered(id));
  }

  /** Who registers nodes from now on. */
  public synchronized void leadBy(Leader leader) {
    newest = Optional.of(leader);
  }

  public synchronized void register(NodeId id) {
    newest.ifPresent(leader -> leaders.put(id, leader));
    Provenance by = by(node(id).listVersion(), Instant.EPOCH);
    carryOut(id, node(id).register(Resource.of(8192, 8), true, true, by));
  }

  public synchronized void shutDown(NodeId id) {
    carryOut(id, node(id).shutDown(by(0, Instant.EPOCH)));
  }

  /** The drain finds nothing left to wait for. */
  public synchronized void endDrain(NodeId id) {
    carryOut(id, node(id).drained(node(id).lastEpoch(), by(0, Instant.EPOCH)));
  }

  public synchronized void makeDeaf(NodeId... ids) {
    deaf.addAll(List.of(ids));
  }

  public synchronized void letHear(NodeId... ids) {
    List.of(ids).forEach(deaf::remove);
  }

  public synchronized void makeSlow(NodeId id) {
    slow.add(id);
  }

  /** Applies what it was told last, and is slow no more. */
  public synchronized void catchUp(NodeId id) {
    slow.remove(id);
    Optional.ofNullable(waiting.remove(id)).ifPresent(order -> apply(id, order));
  }

  /** It lives on another instance now, and knows nobody to publish to. */
  public synchronized void move(NodeId id) {
    leaders.remove(id);
  }

  public synchronized List<NodeOrder> orders() {
    return List.copyOf(orders);
  }

  /** How often it was asked what it is. */
  public synchronized int asked(NodeId id) {
    return asked.getOrDefault(id, 0);
  }

  /** What it was told to be known of it, each time it had only to be awake. */
  public synchronized List<Long> wakes(NodeId id) {
    return List.copyOf(wakes.getOrDefault(id, List.of()));
  }

  private void carryOut(NodeId id, Decision decision) {
    if (decision instanceof Decision.Persist persist) {
      NodeLifecycle node = node(id);
      for (NodeEvent event : persist.events()) {
        node = node.apply(event);
        revisions.merge(id, 1L, Long::sum);
      }
      nodes.put(id, node);
      publish(id);
    }
  }

  private void publish(NodeId id) {
    Leader leader = leaders.get(id);
    if (leader != null) {
      leader.publications().tell(publication(id));
    }
  }

  private NodeStateUpdate publication(NodeId id) {
    return new NodeStateUpdate(revision(id), revision(id), node(id), Optional.empty());
  }

  private long revision(NodeId id) {
    return revisions.getOrDefault(id, 0L);
  }

  private static Provenance by(long listVersion, Instant at) {
    return Initiator.system("test", Origin.HEARTBEAT).stamp(at, "test", listVersion);
  }
}
