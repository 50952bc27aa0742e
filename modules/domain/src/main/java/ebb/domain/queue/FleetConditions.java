package ebb.domain.queue;

import java.util.Map;

/**
 * What decides whether queued hosts may begin.
 *
 * @param memoryMb of the nodes that take containers, by node label
 * @param hosts by each name that the exclude file may give them
 */
public record FleetConditions(
    FleetLoad load, Map<String, Long> memoryMb, Map<String, FleetHost> hosts) {
  private static final FleetHost UNKNOWN = new FleetHost(Map.of());

  public FleetConditions {
    memoryMb = Map.copyOf(memoryMb);
    hosts = Map.copyOf(hosts);
  }

  /**
   * A host with its nodes.
   *
   * @param memoryMb of its nodes that take containers, by node label
   */
  public record FleetHost(Map<String, Long> memoryMb) {
    public FleetHost {
      memoryMb = Map.copyOf(memoryMb);
    }
  }

  /** A fleet whose nodes are not known. */
  public static FleetConditions of(FleetLoad load) {
    return new FleetConditions(load, Map.of(), Map.of());
  }

  /** Memory in service that counts for what is to be kept. */
  long memoryMb(KeptCapacity kept) {
    return sum(memoryMb, kept);
  }

  /** What a drain of this host takes from it. */
  long memoryMb(String host, KeptCapacity kept) {
    return sum(hosts.getOrDefault(host, UNKNOWN).memoryMb(), kept);
  }

  private static long sum(Map<String, Long> byLabel, KeptCapacity kept) {
    return kept.label()
        .map(label -> byLabel.getOrDefault(label, 0L))
        .orElseGet(() -> byLabel.values().stream().mapToLong(Long::longValue).sum());
  }
}
