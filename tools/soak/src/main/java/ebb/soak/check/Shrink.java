package ebb.soak.check;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Shortens a list that leads to a breach, by delta debugging (Zeller's ddmin). Pure. */
public final class Shrink {
  private Shrink() {}

  /**
   * Leaves out half of the steps, then quarters and so on, as long as the breach remains.
   *
   * @param isStillFound called with sublists, each in the original order
   * @param mostTries limit, after which the shortest list so far is returned
   * @return the whole list if nothing can be left out
   */
  public static <T> List<T> fewest(List<T> all, Predicate<List<T>> isStillFound, int mostTries) {
    List<T> best = List.copyOf(all);
    int parts = 2;
    int tries = 0;
    while (!best.isEmpty() && tries < mostTries) {
      int size = (best.size() + parts - 1) / parts;
      boolean isShorter = false;
      for (int from = 0; from < best.size() && tries < mostTries; ) {
        List<T> fewer = new ArrayList<>(best);
        fewer.subList(from, Math.min(best.size(), from + size)).clear();
        tries++;
        if (isStillFound.test(List.copyOf(fewer))) {
          best = List.copyOf(fewer);
          isShorter = true;
        } else {
          from += size;
        }
      }
      if (size == 1 && !isShorter) {
        return best;
      }
      parts = size == 1 ? best.size() : 2 * parts;
    }
    return best;
  }
}
