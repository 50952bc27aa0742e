package ebb.hadoop;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Counts the nodes never seen before that come from one address within a minute. Soft state, for
 * any thread; at most so many entries as nodes are let in within a minute.
 */
final class NewNodes {
  private static final long MINUTE = 60_000;

  private final int most;
  private final LongSupplier clock;
  private final Map<String, Set<String>> byAddress = new HashMap<>();
  private long begun;

  /**
   * @param most from one address; 0 for any number
   * @param clock monotonic, in milliseconds
   */
  NewNodes(int most, LongSupplier clock) {
    this.most = most;
    this.clock = clock;
    begun = clock.getAsLong();
  }

  /** Whether one more may come. One that comes again, because it had no answer, counts once. */
  synchronized boolean admit(String address, String nodeId) {
    if (most == 0) {
      return true;
    }
    long now = clock.getAsLong();
    if (now - begun >= MINUTE) {
      byAddress.clear();
      begun = now;
    }
    Set<String> nodes = byAddress.computeIfAbsent(address, any -> new HashSet<>());
    return nodes.contains(nodeId) || (nodes.size() < most && nodes.add(nodeId));
  }
}
