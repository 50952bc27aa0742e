package ebb.domain.lists;

import ebb.domain.DrainOutcome;
import ebb.domain.NodeId;
import ebb.domain.lists.NodesListEvent.RefreshAccepted;
import ebb.domain.lists.NodesListEvent.SettledNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.pcollections.HashTreePMap;
import org.pcollections.PMap;

/** The retained operations. Immutable. */
public final class Operations {
  static final Operations NONE = new Operations(HashTreePMap.empty(), Set.of());

  private final PMap<Long, Operation> byVersion;

  /** List versions of the operations that are not over: few, and read often. */
  private final Set<Long> open;

  private Operations(PMap<Long, Operation> byVersion, Set<Long> open) {
    this.byVersion = byVersion;
    this.open = open;
  }

  static Operations of(Collection<Operation> all) {
    return NONE.with(all);
  }

  /** All operations, newest last; a new copy on each call. */
  public List<Operation> all() {
    return List.copyOf(new TreeMap<>(byVersion).values());
  }

  /**
   * @param before only those with a smaller list version
   */
  public List<Operation> newestFirst(long before, int limit) {
    return byVersion.values().stream()
        .filter(operation -> operation.listVersion() < before)
        .sorted(Comparator.comparingLong(Operation::listVersion).reversed())
        .limit(limit)
        .toList();
  }

  public Optional<Operation> find(String id) {
    return byVersion.values().stream().filter(operation -> operation.id().equals(id)).findAny();
  }

  /** The operation whose caller gave it this key. */
  public Optional<Operation> withKey(String key) {
    return byVersion.values().stream()
        .filter(each -> each.accepted().key().filter(its -> its.key().equals(key)).isPresent())
        .findAny();
  }

  public boolean areAllOver() {
    return open.isEmpty();
  }

  public Stream<Operation> open() {
    return open.stream().sorted().map(version -> Objects.requireNonNull(byVersion.get(version)));
  }

  /** Ids of the operations that are over and older than the limit, oldest first. */
  public List<String> overAndOlderThan(Instant limit) {
    return byVersion.values().stream()
        .filter(each -> each.isOver() && each.accepted().by().at().isBefore(limit))
        .sorted(Comparator.comparingLong(Operation::listVersion))
        .map(Operation::id)
        .toList();
  }

  Operations with(RefreshAccepted accepted) {
    return with(List.of(Operation.of(accepted)));
  }

  Operations settled(List<SettledNode> nodes) {
    Map<Long, Map<NodeId, DrainOutcome>> news = new LinkedHashMap<>();
    for (SettledNode each : nodes) {
      news.computeIfAbsent(each.listVersion(), version -> new HashMap<>())
          .put(each.nodeId(), each.outcome());
    }
    List<Operation> changed = new ArrayList<>();
    news.forEach(
        (version, more) ->
            Optional.ofNullable(byVersion.get(version))
                .ifPresent(known -> changed.add(known.withOutcomes(more))));
    return with(changed);
  }

  Operations without(Collection<String> ids) {
    Set<String> gone = Set.copyOf(ids);
    List<Long> versions =
        byVersion.values().stream()
            .filter(each -> gone.contains(each.id()))
            .map(Operation::listVersion)
            .toList();
    Set<Long> stillOpen = new HashSet<>(open);
    versions.forEach(stillOpen::remove);
    return new Operations(byVersion.minusAll(versions), Set.copyOf(stillOpen));
  }

  private Operations with(Collection<Operation> changed) {
    Map<Long, Operation> table = new HashMap<>();
    Set<Long> nowOpen = new HashSet<>(open);
    for (Operation operation : changed) {
      table.put(operation.listVersion(), operation);
      if (operation.isOver()) {
        nowOpen.remove(operation.listVersion());
      } else {
        nowOpen.add(operation.listVersion());
      }
    }
    return new Operations(byVersion.plusAll(table), Set.copyOf(nowOpen));
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Operations operations && byVersion.equals(operations.byVersion);
  }

  @Override
  public int hashCode() {
    return byVersion.hashCode();
  }

  @Override
  public String toString() {
    return byVersion.toString();
  }
}
