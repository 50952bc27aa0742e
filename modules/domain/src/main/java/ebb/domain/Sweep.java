package ebb.domain;

import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.function.Consumer;

/**
 * Goes over many things in a number of steps of about the same size, so that none of them keeps the
 * processors from anybody for long. What is added meanwhile may be left out. Used by one thread.
 */
public final class Sweep<T> {
  private final int steps;
  private Iterator<T> left = Collections.emptyIterator();
  private int size;
  private int taken;

  /**
   * @param steps of each sweep, at least one
   */
  public Sweep(int steps) {
    this.steps = steps;
    taken = steps;
  }

  /**
   * @param all may change while the sweep is under way, without an error of its iterator
   */
  public void begin(Collection<T> all) {
    left = all.iterator();
    size = all.size();
    taken = 0;
  }

  public boolean isUnderWay() {
    return taken < steps;
  }

  /** The last step takes all that is left. */
  public void step(Consumer<T> work) {
    long from = (long) size * taken / steps;
    taken++;
    long to = (long) size * taken / steps;
    for (long i = from; left.hasNext() && (i < to || taken == steps); i++) {
      work.accept(left.next());
    }
  }
}
