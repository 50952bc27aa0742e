package ebb.hadoop.tracker;

import ebb.domain.NodeId;
import ebb.domain.provenance.PeerNetwork;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Limits the previously unseen nodes that register from one address within a minute; for IPv6, from
 * one network. Soft state, for any thread. It has at most as many entries as nodes are admitted
 * within a minute.
 */
public final class NewNodeRateLimit {
  private static final long MINUTE = Duration.ofMinutes(1).toNanos();

  private final int most;
  private final LongSupplier clock;
  private final Map<PeerNetwork, Set<NodeId>> byNetwork = new HashMap<>();
  private long begun;

  /**
   * @param most nodes from one address; 0 for no limit
   * @param clock as {@link System#nanoTime}
   */
  public NewNodeRateLimit(int most, LongSupplier clock) {
    this.most = most;
    this.clock = clock;
    begun = clock.getAsLong();
  }

  boolean isUnbounded() {
    return most == 0;
  }

  /** Whether one more node is admitted. A node that retries is counted once. */
  public synchronized boolean admit(PeerNetwork from, NodeId nodeId) {
    long now = clock.getAsLong();
    if (now - begun >= MINUTE) {
      byNetwork.clear();
      begun = now;
    }
    Set<NodeId> nodes = byNetwork.computeIfAbsent(from, any -> new HashSet<>());
    return nodes.contains(nodeId) || (nodes.size() < most && nodes.add(nodeId));
  }
}
