package ebb.hadoop.rpc;

import java.io.InterruptedIOException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Memory for the objects of large requests while handlers process them, of all ports together. When
 * it is used up, further requests wait in order. For the threads of handlers, which have one
 * request each.
 */
final class LargeRequests {
  /** The most memory that a field takes, without its text. */
  private static final int BYTES_OF_A_FIELD = 80;

  private static final int UNIT = 1024;

  private final int most;
  private final Semaphore free;
  private final ThreadLocal<Integer> held = ThreadLocal.withInitial(() -> 0);
  private final AtomicLong came = new AtomicLong();

  /**
   * @param budget in bytes; a request that needs more takes all of it
   */
  LargeRequests(long budget) {
    most = (int) Math.max(1, Math.min(budget / UNIT, Integer.MAX_VALUE));
    free = new Semaphore(most, true);
  }

  /**
   * Waits until there is memory for another request.
   *
   * @param length of the request on the wire
   * @param mostFields that it may have
   */
  void begin(int length, int mostFields) throws InterruptedIOException {
    end();
    came.addAndGet(length);
    try {
      int units = unitsOf(length, mostFields);
      free.acquire(units);
      held.set(units);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("the server stops");
    } finally {
      came.addAndGet(-length);
    }
  }

  /** Each field has at least two bytes. Its text is in memory twice, once as received. */
  private int unitsOf(long length, int mostFields) {
    long fields = Math.min(length / 2, mostFields);
    return (int) Math.min(most, 1 + (2 * length + fields * BYTES_OF_A_FIELD) / UNIT);
  }

  /** The thread has finished its request, if it had one. */
  void end() {
    int units = held.get();
    if (units > 0) {
      held.remove();
      free.release(units);
    }
  }

  /** The bytes on the wire of the requests that wait for memory. */
  long waitingBytes() {
    return came.get();
  }
}
