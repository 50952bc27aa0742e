package ebb.domain.forecast;

import java.util.List;
import java.util.Optional;

/**
 * When a span probably ends, in milliseconds from its start. By the lifetimes of others, both
 * limits are quantiles of the Kaplan-Meier estimate, in which a lifetime that was cut short counts
 * until then. The span itself counts as one more lifetime, which does not end, so that few examples
 * give a wide band.
 *
 * @param from one in ten ends earlier
 * @param to one in ten ends later; {@link Span#NEVER} if the examples do not reach so far
 */
record Band(long from, long to) {
  static final int PERCENT = 80;

  /** Between the shortest and the longest of nine lies the tenth in 8 of 10 cases. */
  static final int FEWEST_EXAMPLES = 9;

  private static final double TAIL = (100 - PERCENT) / 200.0;
  private static final double ROUNDING = 1e-9;

  /**
   * The band for a span at an age, within its deadline.
   *
   * @param examples which have lasted longer by then
   * @return empty if they are too few
   */
  static Optional<Band> of(Span span, long age, List<Span> examples) {
    if (examples.size() < FEWEST_EXAMPLES) {
      return Optional.empty();
    }
    long now = span.start() + age;
    // An even number was done after half of it, an odd one might have lasted longer.
    long[] sorted =
        examples.stream()
            .mapToLong(each -> 2 * each.lengthAt(now) + (each.isDoneAt(now) ? 0 : 1))
            .sorted()
            .toArray();
    long limit = span.deadline() == Span.NEVER ? Span.NEVER : span.deadline() - span.start();
    Band band = of(age, sorted);
    return Optional.of(new Band(Math.min(band.from, limit), Math.min(band.to, limit)));
  }

  private static Band of(long age, long[] sorted) {
    long from = age;
    double goesOn = 1;
    for (int i = 0; i < sorted.length; i++) {
      long length = sorted[i] / 2;
      int atRisk = sorted.length - i + 1;
      goesOn *= sorted[i] % 2 == 0 ? 1 - 1.0 / atRisk : 1;
      if (goesOn <= TAIL + ROUNDING) {
        return new Band(from, length);
      }
      from = 1 - goesOn <= TAIL + ROUNDING ? length : from;
    }
    return new Band(from, Span.NEVER);
  }

  /** How a span's end compares with its band. */
  enum Verdict {
    EARLY,
    RIGHT,
    LATE,
    /** It was cut short within the band. */
    UNDECIDED,
    /** It was cut short before the band, or the band is not over, whatever happened already. */
    UNKNOWN
  }

  /** A band that is not over counts for nothing, or those that end early would count first. */
  Verdict verdict(Span span, long now) {
    long length = Math.min(span.lengthAt(now), span.deadline() - span.start());
    boolean isWhole = span.how() == Span.End.DONE || span.how() == Span.End.DEADLINE;
    if (to > now - span.start()) {
      return Verdict.UNKNOWN;
    } else if (length > to) {
      return Verdict.LATE;
    } else if (length < from) {
      return isWhole ? Verdict.EARLY : Verdict.UNKNOWN;
    }
    return isWhole ? Verdict.RIGHT : Verdict.UNDECIDED;
  }
}
