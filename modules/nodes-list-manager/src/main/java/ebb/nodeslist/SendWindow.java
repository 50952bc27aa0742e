package ebb.nodeslist;

import ebb.domain.NodeId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What has to be sent to many nodes, a limited number at a time, each until it is answered. An item
 * without an answer goes to the back of the queue, so that nodes that cannot answer delay the
 * others but never stop them. Used by one actor; not for several threads.
 */
final class SendWindow<T> {
  private final int size;
  private final LinkedHashMap<NodeId, T> waiting = new LinkedHashMap<>();
  private final Map<NodeId, Sent<T>> sent = new HashMap<>();
  private long tick;

  private record Sent<T>(T item, long tick) {}

  /**
   * @param size how many may be without an answer at a time
   */
  SendWindow(int size) {
    this.size = size;
  }

  /** To be sent as soon as there is room; replaces what is there for the node. */
  void put(NodeId node, T item) {
    sent.remove(node);
    waiting.put(node, item);
  }

  /** As put, if nothing is to be done for the node yet. */
  void putIfAbsent(NodeId node, T item) {
    if (!sent.containsKey(node)) {
      waiting.putIfAbsent(node, item);
    }
  }

  /** Empty if nothing is to be done for the node any more. */
  Optional<T> get(NodeId node) {
    Sent<T> inFlight = sent.get(node);
    return Optional.ofNullable(inFlight == null ? waiting.get(node) : inFlight.item());
  }

  /** The node has answered. */
  void remove(NodeId node) {
    sent.remove(node);
    waiting.remove(node);
  }

  /** What may be sent now; counts as sent from here on. */
  List<T> next() {
    List<T> batch = new ArrayList<>();
    Iterator<Map.Entry<NodeId, T>> first = waiting.entrySet().iterator();
    while (sent.size() < size && first.hasNext()) {
      Map.Entry<NodeId, T> entry = first.next();
      sent.put(entry.getKey(), new Sent<>(entry.getValue(), tick));
      batch.add(entry.getValue());
      first.remove();
    }
    return batch;
  }

  /**
   * To be called twice in each retry interval: what was sent before the last call and is not
   * answered waits again, behind all others.
   */
  void tick() {
    Iterator<Map.Entry<NodeId, Sent<T>>> all = sent.entrySet().iterator();
    while (all.hasNext()) {
      Map.Entry<NodeId, Sent<T>> entry = all.next();
      if (entry.getValue().tick() < tick) {
        waiting.put(entry.getKey(), entry.getValue().item());
        all.remove();
      }
    }
    tick++;
  }
}
