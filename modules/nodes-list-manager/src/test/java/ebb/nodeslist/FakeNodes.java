package ebb.nodeslist;

import akka.actor.typed.ActorRef;
import ebb.domain.Decision;
import ebb.domain.Initiator;
import ebb.domain.NodeEvent;
import ebb.domain.NodeId;
import ebb.domain.NodeLifecycle;
import ebb.domain.NodeOrder;
import ebb.domain.Origin;
import ebb.domain.Provenance;
import ebb.domain.Resource;
import ebb.node.NodeCommand;
import ebb.node.NodePublication;
import ebb.node.NodeReply;
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
 * slow one obeys later.
 */
final class FakeNodes implements NodeGateway {
  private final Map<NodeId, NodeLifecycle> nodes = new HashMap<>();
  private final Map<NodeId, Long> revisions = new HashMap<>();
  private final Map<NodeId, ActorRef<NodePublication>> directories = new HashMap<>();
  private final Set<NodeId> deaf = new HashSet<>();
  private final Set<NodeId> slow = new HashSet<>();
  private final Map<NodeId, NodeCommand.Obey> waiting = new HashMap<>();
  private final List<NodeOrder> orders = new ArrayList<>();
  private final Map<NodeId, Integer> attaches = new HashMap<>();
  private final Map<NodeId, List<Long>> wakes = new HashMap<>();
  private final Map<NodeId, NodeCommand.Acknowledge> acknowledged = new HashMap<>();

  @Override
  public synchronized void tell(NodeId id, NodeCommand command) {
    if (command instanceof NodeCommand.Attach attach) {
      attaches.merge(id, 1, Integer::sum);
      attach
          .known()
          .ifPresent(known -> wakes.computeIfAbsent(id, i -> new ArrayList<>()).add(known));
      if (!deaf.contains(id)) {
        directories.put(id, attach.directory());
        answer(id, attach.known());
      }
    } else if (command instanceof NodeCommand.Obey obey && !deaf.contains(id)) {
      orders.add(obey.order());
      if (slow.contains(id)) {
        waiting.put(id, obey);
      } else {
        obey(id, obey);
      }
    } else if (command instanceof NodeCommand.Acknowledge acknowledge) {
      acknowledged.put(id, acknowledge);
    } else if (command instanceof NodeCommand.Retime retime) {
      retime(id, retime);
    }
  }

  /** As RMNode answers it if the leader acknowledges everything. */
  private void answer(NodeId id, Optional<Long> known) {
    if (!known.equals(Optional.of(revision(id)))) {
      publish(id);
    }
  }

  /** As RMNode answers it: who publishes the event says it there. */
  private void obey(NodeId id, NodeCommand.Obey command) {
    NodeOrder order = command.order();
    Decision decision =
        node(id)
            .obey(order, order.initiator().stamp(order.plannedAt(), "test", order.listVersion()));
    carryOut(id, decision);
    if (!(decision instanceof Decision.Persist && directories.containsKey(id))) {
      command.replyTo().tell(new NodeReply.Obeyed(id, node(id).listVersion()));
    }
  }

  /** As RMNode answers it. */
  private void retime(NodeId id, NodeCommand.Retime command) {
    Decision decision =
        node(id).retime(command.change(), by(node(id).listVersion(), Instant.EPOCH));
    carryOut(id, decision);
    command
        .replyTo()
        .tell(
            decision instanceof Decision.Reject reject
                ? new NodeReply.Refused(id, reject.code(), reject.reason())
                : new NodeReply.Current(new NodePublication(0, node(id), Optional.empty())));
  }

  synchronized NodeLifecycle node(NodeId id) {
    return nodes.getOrDefault(id, NodeLifecycle.unregistered(id));
  }

  synchronized void register(NodeId id) {
    Provenance by = by(node(id).listVersion(), Instant.EPOCH);
    carryOut(id, node(id).register(Resource.of(8192, 8), true, true, by));
  }

  synchronized void shutDown(NodeId id) {
    carryOut(id, node(id).shutDown(by(0, Instant.EPOCH)));
  }

  /** The drain finds nothing left to wait for. */
  synchronized void endDrain(NodeId id) {
    carryOut(id, node(id).drained(node(id).lastEpoch(), by(0, Instant.EPOCH)));
  }

  synchronized void makeDeaf(NodeId... ids) {
    deaf.addAll(List.of(ids));
  }

  synchronized void letHear(NodeId... ids) {
    List.of(ids).forEach(deaf::remove);
  }

  synchronized void makeSlow(NodeId id) {
    slow.add(id);
  }

  /** Obeys what it was told last, and is slow no more. */
  synchronized void catchUp(NodeId id) {
    slow.remove(id);
    Optional.ofNullable(waiting.remove(id)).ifPresent(obey -> obey(id, obey));
  }

  /** It lives on another instance now, and knows nobody to publish to. */
  synchronized void move(NodeId id) {
    directories.remove(id);
  }

  synchronized List<NodeOrder> orders() {
    return List.copyOf(orders);
  }

  /** Of what the node was told last. */
  synchronized Optional<NodeCommand.Acknowledge> acknowledged(NodeId id) {
    return Optional.ofNullable(acknowledged.get(id));
  }

  synchronized int attaches(NodeId id) {
    return attaches.getOrDefault(id, 0);
  }

  /** What it was told to be known of it, each time it had only to be awake. */
  synchronized List<Long> wakes(NodeId id) {
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
    ActorRef<NodePublication> directory = directories.get(id);
    if (directory != null) {
      directory.tell(new NodePublication(revision(id), node(id), Optional.empty()));
    }
  }

  private long revision(NodeId id) {
    return revisions.getOrDefault(id, 0L);
  }

  private static Provenance by(long listVersion, Instant at) {
    return Initiator.system("test", Origin.HEARTBEAT).stamp(at, "test", listVersion);
  }
}
