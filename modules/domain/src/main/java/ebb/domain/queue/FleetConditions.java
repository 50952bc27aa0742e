package ebb.domain.queue;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What decides whether queued hosts may begin.
 *
 * @param memoryMb of the nodes that take containers, by node label
 * @param hosts by each name that the exclude file may give them
 * @param windows as the leader is configured
 */
public record FleetConditions(
    FleetLoad load, Map<String, Long> memoryMb, Map<String, FleetHost> hosts, Windows windows) {
  private static final FleetHost UNKNOWN = new FleetHost(Map.of(), false, Optional.empty());

  public FleetConditions {
    memoryMb = Map.copyOf(memoryMb);
    hosts = Map.copyOf(hosts);
  }

  /**
   * A host with its nodes.
   *
   * @param memoryMb of its nodes that take containers, by node label
   * @param drains whether a node drains or is ordered to
   * @param rack empty if no NodeManager of the host has registered with this leader
   */
  public record FleetHost(Map<String, Long> memoryMb, boolean drains, Optional<String> rack) {
    public FleetHost {
      memoryMb = Map.copyOf(memoryMb);
    }

    /** The host with the nodes of both. */
    public FleetHost with(FleetHost other) {
      Map<String, Long> sum = new HashMap<>(memoryMb);
      other.memoryMb.forEach((label, size) -> sum.merge(label, size, Long::sum));
      return new FleetHost(sum, drains || other.drains, rack.or(other::rack));
    }
  }

  /** Without windows. */
  public FleetConditions(FleetLoad load, Map<String, Long> memoryMb, Map<String, FleetHost> hosts) {
    this(load, memoryMb, hosts, Windows.NONE);
  }

  /** A fleet whose nodes are not known. */
  public static FleetConditions of(FleetLoad load) {
    return new FleetConditions(load, Map.of(), Map.of());
  }

  public FleetConditions with(Windows configured) {
    return new FleetConditions(load, memoryMb, hosts, configured);
  }

  /** Memory in service that counts for what is to be kept. */
  long memoryMb(KeptCapacity kept) {
    return sum(memoryMb, kept);
  }

  /** What a drain of this host takes from it. */
  long memoryMb(String host, KeptCapacity kept) {
    return sum(hosts.getOrDefault(host, UNKNOWN).memoryMb(), kept);
  }

  boolean drains(QueuedHost host) {
    return hosts.getOrDefault(host.host(), UNKNOWN).drains();
  }

  /** Empty if it is not known. */
  public Optional<String> rackOf(String host) {
    return hosts.getOrDefault(host, UNKNOWN).rack();
  }

  private static long sum(Map<String, Long> byLabel, KeptCapacity kept) {
    return kept.label()
        .map(label -> byLabel.getOrDefault(label, 0L))
        .orElseGet(() -> byLabel.values().stream().mapToLong(Long::longValue).sum());
  }
}
