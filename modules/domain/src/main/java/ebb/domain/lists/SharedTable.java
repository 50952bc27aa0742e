package ebb.domain.lists;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An immutable map for a large fleet: a changed copy shares with the original all buckets but those
 * of the keys that changed, so that one registration does not copy a hundred thousand entries.
 *
 * @param <K> compared in its natural order
 */
final class SharedTable<K, V> {
  private static final int BUCKET_BITS = 9;
  private static final int BUCKETS = 1 << BUCKET_BITS;

  /** 2^32 divided by the golden ratio: spreads over the upper bits whatever a hash differs in. */
  private static final int SPREAD = 0x9E3779B9;

  private static final SharedTable<?, ?> EMPTY =
      new SharedTable<>(Collections.nCopies(BUCKETS, Map.<Object, Object>of()));

  /** Never changed once they are here. */
  private final List<Map<K, V>> buckets;

  private SharedTable(List<Map<K, V>> buckets) {
    this.buckets = buckets;
  }

  @SuppressWarnings("unchecked") // holds nothing, so it holds no value of a wrong type
  static <K, V> SharedTable<K, V> empty() {
    return (SharedTable<K, V>) EMPTY;
  }

  Optional<V> get(K key) {
    return Optional.ofNullable(buckets.get(bucketOf(key)).get(key));
  }

  SharedTable<K, V> with(K key, V value) {
    return withAll(Map.of(key, value));
  }

  SharedTable<K, V> withAll(Map<K, V> added) {
    Copy<K, V> copy = new Copy<>(buckets);
    added.forEach((key, value) -> copy.bucket(key).put(key, value));
    return copy.table();
  }

  SharedTable<K, V> without(Collection<K> removed) {
    Copy<K, V> copy = new Copy<>(buckets);
    removed.forEach(key -> copy.bucket(key).remove(key));
    return copy.table();
  }

  /** In no order. */
  Stream<V> values() {
    return buckets.stream().flatMap(bucket -> bucket.values().stream());
  }

  /** In no order. */
  Set<K> keys() {
    Set<K> all = new HashSet<>();
    buckets.forEach(bucket -> all.addAll(bucket.keySet()));
    return all;
  }

  /** In no order. */
  Stream<Map.Entry<K, V>> entries() {
    return buckets.stream().flatMap(bucket -> bucket.entrySet().stream());
  }

  SortedMap<K, V> sorted() {
    TreeMap<K, V> all = new TreeMap<>();
    buckets.forEach(all::putAll);
    return all;
  }

  /**
   * By the upper bits: the maps in the buckets go by the lower ones, and have them all alike if
   * these were what a bucket's keys have in common.
   */
  static int bucketOf(Object key) {
    return (key.hashCode() * SPREAD) >>> (Integer.SIZE - BUCKET_BITS);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof SharedTable<?, ?> table && buckets.equals(table.buckets);
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
  private static final class Copy<K, V> {
    private final List<Map<K, V>> original;
    private final List<Map<K, V>> changed;

    private Copy(List<Map<K, V>> original) {
      this.original = original;
      this.changed = new ArrayList<>(original);
    }

    private Map<K, V> bucket(K key) {
      int index = bucketOf(key);
      if (changed.get(index) == original.get(index)) {
        changed.set(index, new HashMap<>(original.get(index)));
      }
      return changed.get(index);
    }

    private SharedTable<K, V> table() {
      return new SharedTable<>(changed);
    }
  }
}
