package ebb.domain.queue;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * The queued drains, in the order in which their hosts begin. A host waits until the lists in force
 * exclude it, so a batch that a crash interrupts begins again. Immutable.
 */
public record DrainQueue(List<QueuedDrain> drains) {
  public static final DrainQueue NONE = new DrainQueue(List.of());

  public DrainQueue {
    drains = List.copyOf(drains);
  }

  /**
   * Hosts that begin to drain now.
   *
   * @param drain that they belong to
   */
  public record Batch(QueuedDrain drain, List<QueuedHost> hosts) {
    /** Whether all of these hosts begin. */
    public boolean has(Set<String> some) {
      return hosts.stream().map(QueuedHost::host).collect(Collectors.toSet()).containsAll(some);
    }
  }

  /**
   * The next hosts to begin. A queued drain that may not begin a host yet does not keep later ones
   * waiting.
   */
  public Optional<Batch> next(Instant now, FleetConditions fleet) {
    return drains.stream()
        .map(drain -> new Batch(drain, drain.next(now, fleet)))
        .filter(batch -> !batch.hosts().isEmpty())
        .findFirst();
  }

  /** Ids of queued drains of which no host may begin any more. */
  public List<String> over(Instant now) {
    return drains.stream().filter(drain -> drain.pace().isOver(now)).map(QueuedDrain::id).toList();
  }

  public Optional<QueuedDrain> find(String id) {
    return drains.stream().filter(drain -> drain.id().equals(id)).findAny();
  }

  /** The hosts that wait; a new set on each call. */
  public Set<String> hosts() {
    return drains.stream()
        .flatMap(drain -> drain.waiting().stream())
        .map(QueuedHost::host)
        .collect(Collectors.toSet());
  }

  /** The part of the queue that consists of these hosts. */
  public DrainQueue only(Set<String> hosts) {
    Set<String> others = hosts();
    others.removeAll(hosts);
    return without(others);
  }

  // ---- what events do ----

  public DrainQueue with(QueuedDrain drain) {
    List<QueuedDrain> more = new ArrayList<>(drains);
    more.add(drain);
    return new DrainQueue(more);
  }

  /** These hosts wait no longer, because the lists in force exclude them. */
  public DrainQueue begun(Set<String> hosts) {
    return each(drain -> drain.begun(hosts));
  }

  /** These hosts wait no longer. */
  public DrainQueue without(Set<String> hosts) {
    return each(drain -> drain.without(hosts));
  }

  private DrainQueue each(UnaryOperator<QueuedDrain> change) {
    return drains.isEmpty()
        ? this
        : new DrainQueue(
            drains.stream().map(change).filter(drain -> !drain.waiting().isEmpty()).toList());
  }

  public DrainQueue changed(String id, QueueChange change) {
    List<QueuedDrain> next = new ArrayList<>();
    for (QueuedDrain drain : drains) {
      if (!drain.id().equals(id)) {
        next.add(drain);
        continue;
      }
      switch (change) {
        case HOLD -> next.add(drain.held(true));
        case RESUME -> next.add(drain.held(false));
        case FIRST -> next.add(0, drain);
        case CANCEL -> {
          // left out
        }
      }
    }
    return new DrainQueue(next);
  }
}
