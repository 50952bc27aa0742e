package ebb.hadoop.rpc;

import ebb.domain.provenance.PeerNetwork;
import java.util.HashMap;
import java.util.Map;

/**
 * Memory for requests that wait without a handler, which nothing else limits. A network of peers
 * may hold as much as is free: a single network half of it, two networks a third each, so that
 * something is left for the next one. For any thread.
 */
public final class WaitingMemory {
  /** For the connection's call, and for the stages and tasks that wait with it. */
  private static final int BYTES_OF_A_CALL = 2 * 1024;

  private final long budget;
  private final Map<PeerNetwork, Long> held = new HashMap<>();
  private long total;

  /**
   * @param budget in bytes; a request that needs more is accepted alone
   */
  public WaitingMemory(long budget) {
    this.budget = budget;
  }

  /**
   * @param length on the wire
   * @return whether the request may wait; if so, {@link #release} must be called once
   */
  public synchronized boolean take(PeerNetwork from, int length) {
    long bytes = bytesOf(length);
    long own = held.getOrDefault(from, 0L);
    if (total > 0 && own + bytes > budget - total) {
      return false;
    }
    held.put(from, own + bytes);
    total += bytes;
    return true;
  }

  public synchronized void release(PeerNetwork from, int length) {
    long bytes = bytesOf(length);
    total -= bytes;
    held.computeIfPresent(from, (network, own) -> own > bytes ? own - bytes : null);
  }

  /** The bytes of all requests that wait. */
  public synchronized long total() {
    return total;
  }

  /** Twice the length, because Hadoop keeps the received bytes until the response. */
  private static long bytesOf(int length) {
    return BYTES_OF_A_CALL + 2L * length;
  }
}
