package ebb.hadoop;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A set that is mostly empty and never large, of which each node has several: changed by one thread
 * at a time, read by anybody without waiting. Each change makes a new set, an empty one takes no
 * memory.
 */
final class Few<T extends Comparable<? super T>> {
  private volatile Set<T> elements = Set.of();

  boolean contains(T element) {
    Set<T> now = elements;
    return !now.isEmpty() && now.contains(element);
  }

  boolean isEmpty() {
    return elements.isEmpty();
  }

  /** In their natural order. */
  List<T> sorted() {
    return elements.stream().sorted().toList();
  }

  void add(T element) {
    if (!contains(element)) {
      change(next -> next.add(element));
    }
  }

  void remove(T element) {
    if (contains(element)) {
      change(next -> next.remove(element));
    }
  }

  void retainAll(Collection<T> kept) {
    if (!isEmpty()) {
      change(next -> next.retainAll(new HashSet<>(kept)));
    }
  }

  void clear() {
    elements = Set.of();
  }

  private void change(Consumer<Set<T>> how) {
    Set<T> next = new HashSet<>(elements);
    how.accept(next);
    elements = Set.copyOf(next);
  }
}
