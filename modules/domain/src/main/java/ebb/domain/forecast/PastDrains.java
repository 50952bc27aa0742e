package ebb.domain.forecast;

import ebb.domain.Drain;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The drains of a fleet that have started most recently.
 *
 * @param drains those that started first at the beginning
 * @param shortened whether there may have been earlier ones
 */
public record PastDrains(List<PastDrain> drains, boolean shortened) {
  public static final PastDrains NONE = new PastDrains(List.of(), false);

  public PastDrains {
    drains = drains.stream().sorted(Comparator.comparing(PastDrain::startedAt)).toList();
  }

  /** When a running drain will end. */
  public Forecast forecast(Drain drain, Instant now) {
    return Forecast.of(Span.of(drain), drains.stream().map(PastDrain::span).toList(), now);
  }

  /**
   * When the last drain of an operation will end.
   *
   * @param running the drains of the operation that have not ended; at least one
   */
  public Forecast forecast(Collection<Drain> running, Instant now) {
    return ofOperation(running.stream().map(Span::of).reduce(Span::and).orElseThrow(), now);
  }

  /**
   * When the last drain of an operation will end, of those that it began. Empty if none is running,
   * and beyond the last deadline.
   */
  public Optional<Forecast> forecast(String operation, Instant now) {
    return drains.stream()
        .filter(each -> each.ending().isEmpty())
        .filter(each -> each.operation().equals(Optional.of(operation)))
        .map(PastDrain::span)
        .reduce(Span::and)
        .filter(running -> running.deadline() > now.toEpochMilli())
        .map(running -> ofOperation(running, now));
  }

  private Forecast ofOperation(Span running, Instant now) {
    // Of the oldest operation, some drains may be missing.
    List<Span> operations =
        PastDrain.operations(drains).stream()
            .filter(each -> !shortened || each.start() > drains.get(0).startedAt().toEpochMilli())
            .toList();
    return Forecast.of(running, operations, now);
  }
}
