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
 * Counts the nodes never seen before that come from one address within a minute; of IPv6, from one
 * network. Soft state, for any thread; at most so many entries as nodes are let in within a minute.
 */
public final class NewNodeRateLimit {
  private static final long MINUTE = Duration.ofMinutes(1).toNanos();

  private final int most;
  private final LongSupplier clock;
  private final Map<PeerNetwork, Set<NodeId>> byNetwork = new HashMap<>();
  private long begun;

  /**
   * @param most from one address; 0 for any number
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

  /** Whether one more may come. One that comes again, because it had no answer, counts once. */
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
