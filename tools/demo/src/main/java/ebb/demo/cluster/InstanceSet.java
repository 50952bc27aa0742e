package ebb.demo.cluster;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The ResourceManagers of a cluster.
 *
 * @param ports of each instance, by its name
 * @param journal which several instances share; empty for a single instance, which has a file
 */
record InstanceSet(SortedMap<String, ClusterPorts> ports, Optional<SharedJournal> journal) {
  private static final String ONLY = "demo";

  InstanceSet {
    if (ports.isEmpty() || (ports.size() > 1 && journal.isEmpty())) {
      throw new IllegalArgumentException("Several instances need a journal that they share");
    }
    ports = Collections.unmodifiableSortedMap(new TreeMap<>(ports));
  }

  /** A single instance with its own journal. */
  static InstanceSet one() {
    return new InstanceSet(
        new TreeMap<>(Map.of(ONLY, ClusterPorts.free(new FreePorts()))), Optional.empty());
  }

  /** Several instances, called rm1, rm2 and so on. */
  static InstanceSet of(int count, SharedJournal journal) {
    var free = new FreePorts();
    var ports = new TreeMap<String, ClusterPorts>();
    for (int i = 1; i <= count; i++) {
      ports.put("rm" + i, ClusterPorts.free(free));
    }
    return new InstanceSet(ports, Optional.of(journal));
  }

  /** Whether clients need YARN's HA settings to find them. */
  boolean areSeveral() {
    return ports.size() > 1;
  }
}
