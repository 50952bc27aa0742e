package ebb.domain.lists;

import ebb.domain.NodeId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * An immutable map for a large fleet: a changed copy shares with the original all buckets but those
 * of the nodes that changed, so that one registration does not copy a hundred thousand entries.
 */
final class NodeTable<V> {
  private static final int BUCKETS = 512;
  private static final NodeTable<?> EMPTY =
      new NodeTable<>(Collections.nCopies(BUCKETS, Map.<NodeId, Object>of()));

  /** Never changed once they are here. */
  private final List<Map<NodeId, V>> buckets;

  private NodeTable(List<Map<NodeId, V>> buckets) {
    this.buckets = buckets;
  }

  @SuppressWarnings("unchecked") // holds nothing, so it holds no value of a wrong type
  static <V> NodeTable<V> empty() {
    return (NodeTable<V>) EMPTY;
  }

  Optional<V> get(NodeId node) {
    return Optional.ofNullable(buckets.get(bucketOf(node)).get(node));
  }

  NodeTable<V> with(NodeId node, V value) {
    return withAll(Map.of(node, value));
  }

  NodeTable<V> withAll(Map<NodeId, V> added) {
    Copy<V> copy = new Copy<>(buckets);
    added.forEach((node, value) -> copy.bucket(node).put(node, value));
    return copy.table();
  }

  NodeTable<V> without(Collection<NodeId> removed) {
    Copy<V> copy = new Copy<>(buckets);
    removed.forEach(node -> copy.bucket(node).remove(node));
    return copy.table();
  }

  SortedMap<NodeId, V> sorted() {
    TreeMap<NodeId, V> all = new TreeMap<>();
    buckets.forEach(all::putAll);
    return all;
  }

  private static int bucketOf(NodeId node) {
    int hash = node.hashCode();
    return Math.floorMod(hash ^ (hash >>> 16), BUCKETS);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof NodeTable<?> table && buckets.equals(table.buckets);
  }

  @Override
  public int hashCode() {
    return buckets.hashCode();
  }

  @Override
  public String toString() {
    return sorted().toString();
  }

  /** Copies a bucket when it is touched for the first time. */
  private static final class Copy<V> {
    private final List<Map<NodeId, V>> original;
    private final List<Map<NodeId, V>> changed;

    private Copy(List<Map<NodeId, V>> original) {
      this.original = original;
      this.changed = new ArrayList<>(original);
    }

    private Map<NodeId, V> bucket(NodeId node) {
      int index = bucketOf(node);
      if (changed.get(index) == original.get(index)) {
        changed.set(index, new HashMap<>(original.get(index)));
      }
      return changed.get(index);
    }

    private NodeTable<V> table() {
      return new NodeTable<>(changed);
    }
  }
}
