package ebb.hadoop.heartbeat;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A set that is mostly empty, of which each node has several, and takes no memory then. Changed by
 * one thread at a time, read by anybody without waiting. A change costs the same however many
 * elements there are: a NodeManager may name tens of thousands.
 */
final class SparseSet<T extends Comparable<? super T>> {
  private volatile @Nullable Set<T> elements;

  boolean contains(T element) {
    Set<T> now = elements;
    return now != null && now.contains(element);
  }

  boolean isEmpty() {
    return elements == null;
  }

  /** In their natural order; what changes meanwhile may be in it or not. */
  List<T> sorted() {
    Set<T> now = elements;
    return now == null ? List.of() : now.stream().sorted().toList();
  }

  void add(T element) {
    Set<T> now = elements;
    if (now == null) {
      now = ConcurrentHashMap.newKeySet();
      now.add(element);
      elements = now;
    } else {
      now.add(element);
    }
  }

  void remove(T element) {
    Set<T> now = elements;
    if (now != null && now.remove(element) && now.isEmpty()) {
      elements = null;
    }
  }

  void retainAll(Collection<T> kept) {
    Set<T> now = elements;
    if (now != null) {
      now.retainAll(new HashSet<>(kept));
      if (now.isEmpty()) {
        elements = null;
      }
    }
  }

  void clear() {
    elements = null;
  }
}
