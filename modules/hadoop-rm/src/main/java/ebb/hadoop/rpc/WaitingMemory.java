package ebb.hadoop.rpc;

import ebb.domain.provenance.PeerNetwork;
import java.util.HashMap;
import java.util.Map;

/**
 * Memory for requests that wait without a handler, which nothing else bounds. A network of peers
 * may hold as much as is free: one alone a half, two a third each, and something is left for
 * whoever comes next. For any thread.
 */
public final class WaitingMemory {
  /** For the connection's call, the stages and the tasks that wait with it. */
  private static final int BYTES_OF_A_CALL = 2 * 1024;

  private final long budget;
  private final Map<PeerNetwork, Long> held = new HashMap<>();
  private long total;

  /**
   * @param budget in bytes; a request that needs more has it for itself
   */
  public WaitingMemory(long budget) {
    this.budget = budget;
  }

  /**
   * @param length on the wire
   * @return whether it may wait; if so, {@link #release} is due once
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

  /** Of all that wait, in bytes. */
  public synchronized long total() {
    return total;
  }

  /** Twice: Hadoop keeps what came until it has the answer. */
  private static long bytesOf(int length) {
    return BYTES_OF_A_CALL + 2L * length;
  }
}
