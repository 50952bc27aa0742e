package ebb.domain.forecast;

import ebb.domain.forecast.Band.Verdict;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * When a running drain, or operation, probably ends, by those that started before it and lasted
 * longer than it has lasted so far. For each of them the same is computed at the same age, from
 * what was known then, and it is counted how many of these bands were right.
 *
 * @param band empty if the past says too little
 * @param examples how many earlier ones lasted longer; at most 300
 * @param checked how many earlier bands there are of which it is known whether they were right
 * @param right how many of these were right
 */
public record Forecast(Optional<Interval> band, int examples, int checked, int right) {
  /** How many of a hundred bands should hold. */
  public static final int PERCENT = Band.PERCENT;

  public static final int FEWEST_EXAMPLES = Band.FEWEST_EXAMPLES;

  /**
   * With fewer, a single band would change the share of those that were right by more than a tenth.
   */
  public static final int FEWEST_CHECKS = 10;

  /** Only the newest are examples, because a fleet changes. */
  private static final int NEWEST = 1000;

  /** Evenly over these. In a busy fleet, the newest few have all started just now. */
  private static final int MOST_EXAMPLES = 300;

  private static final int MOST_CHECKS = 200;

  /**
   * @param earliest not after the deadline
   * @param latest not after the deadline; empty without a deadline if the past does not reach so
   *     far
   */
  public record Interval(Instant earliest, Optional<Instant> latest) {
    private static Interval of(Band band, Span span) {
      return new Interval(
          Instant.ofEpochMilli(span.start() + band.from()),
          Optional.of(band.to())
              .filter(to -> to != Span.NEVER)
              .map(to -> Instant.ofEpochMilli(span.start() + to)));
    }
  }

  /**
   * @param spans those that started first at the beginning
   */
  static Forecast of(Span running, List<Span> spans, Instant instant) {
    long now = instant.toEpochMilli();
    long age = running.lengthAt(now);
    List<Span> examples = examples(running, spans, age);
    Coverage coverage = Coverage.of(verdicts(spans, age, now));
    Optional<Band> band =
        coverage.checked() < FEWEST_CHECKS ? Optional.empty() : Band.of(running, age, examples);
    return new Forecast(
        band.map(found -> Interval.of(found, running)),
        examples.size(),
        coverage.checked(),
        coverage.right());
  }

  private static List<Verdict> verdicts(List<Span> spans, long age, long now) {
    List<Verdict> verdicts = new ArrayList<>();
    // Evenly over all of them: neighbours often belong to the same operation.
    for (Span span : some(longer(spans, age, now), MOST_CHECKS)) {
      Band.of(span, age, examples(span, spans, age))
          .ifPresent(band -> verdicts.add(band.verdict(span, now)));
    }
    return verdicts;
  }

  /** Those that a span has at an age. Only what started earlier can have been older by then. */
  private static List<Span> examples(Span span, List<Span> spans, long age) {
    int before = before(span.start(), spans);
    return some(
        longer(spans.subList(Math.max(0, before - NEWEST), before), age, span.start() + age),
        MOST_EXAMPLES);
  }

  private static List<Span> longer(List<Span> spans, long age, long now) {
    List<Span> longer = new ArrayList<>();
    for (Span span : spans) {
      if (span.lengthAt(now) > age) {
        longer.add(span);
      }
    }
    return longer;
  }

  /** How many of them started before. */
  private static int before(long start, List<Span> spans) {
    int low = 0;
    int high = spans.size();
    while (low < high) {
      int middle = (low + high) / 2;
      if (spans.get(middle).start() < start) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** The last one, and others at even distances. */
  private static List<Span> some(List<Span> spans, int most) {
    int step = (spans.size() + most - 1) / most;
    List<Span> some = new ArrayList<>();
    for (int i = spans.size() - 1; i >= 0; i -= step) {
      some.add(spans.get(i));
    }
    return some;
  }
}
