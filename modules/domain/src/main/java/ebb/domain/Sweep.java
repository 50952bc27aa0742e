package ebb.domain;

import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.function.Consumer;

/**
 * Iterates over many elements in a number of steps of about equal size, so that no step occupies a
 * processor for long. Elements that are added during a sweep may be left out. Used by one thread.
 */
public final class Sweep<T> {
  private final int steps;
  private Iterator<T> left = Collections.emptyIterator();
  private int size;
  private int taken;

  /**
   * @param steps number of steps per sweep, at least one
   */
  public Sweep(int steps) {
    this.steps = steps;
    taken = steps;
  }

  /**
   * @param all may change during the sweep; its iterator must tolerate that without an error
   */
  public void begin(Collection<T> all) {
    left = all.iterator();
    size = all.size();
    taken = 0;
  }

  public boolean isUnderWay() {
    return taken < steps;
  }

  /** Processes the next step. The last step takes all remaining elements. */
  public void step(Consumer<T> work) {
    long from = (long) size * taken / steps;
    taken++;
    long to = (long) size * taken / steps;
    for (long i = from; left.hasNext() && (i < to || taken == steps); i++) {
      work.accept(left.next());
    }
  }
}
