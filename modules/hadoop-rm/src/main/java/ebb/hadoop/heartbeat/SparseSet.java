package ebb.hadoop.heartbeat;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A set that is usually empty, and takes no memory then; each node has several. Changed by one
 * thread at a time, read by any thread without waiting. The cost of a change does not depend on the
 * size, because a NodeManager may report tens of thousands of elements.
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

  /** The elements in natural order. Concurrent changes may be included or not. */
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
