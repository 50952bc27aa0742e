package ebb.journal.json;

import ebb.domain.forecast.Forecast;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * When a drain, or the last drain of an operation, probably ends. To a second.
 *
 * @param summary all of it in words for people
 * @param percent how many of a hundred bands should hold
 * @param earliest UTC; null if the past says too little
 * @param latest UTC, not after the deadline; null as above, and without a deadline if the past does
 *     not reach so far
 * @param examples how many earlier drains, or operations, have lasted longer than this one until
 *     now
 * @param checked how many bands of the past could be compared with what happened
 * @param right how many of these were right
 */
public record ForecastJson(
    String summary,
    int percent,
    @Nullable String earliest,
    @Nullable String latest,
    int examples,
    int checked,
    int right) {

  private static final int PERCENT = Forecast.PERCENT;

  public static ForecastJson ofDrain(Forecast forecast) {
    return of(forecast, "drain");
  }

  public static ForecastJson ofOperation(Forecast forecast) {
    return of(forecast, "operation");
  }

  private static ForecastJson of(Forecast forecast, String noun) {
    return new ForecastJson(
        forecast
            .band()
            .map(band -> foretold(forecast, band, noun))
            .orElseGet(() -> silent(forecast, noun)),
        PERCENT,
        forecast.band().map(band -> floor(band.earliest())).orElse(null),
        forecast.band().flatMap(Forecast.Interval::latest).map(ForecastJson::ceiling).orElse(null),
        forecast.examples(),
        forecast.checked(),
        forecast.right());
  }

  private static String foretold(Forecast forecast, Forecast.Interval band, String noun) {
    String from = floor(band.earliest());
    return ("Based on %d earlier %ss that lasted longer, it will end %s."
            + " Of %d such forecasts in the past, %d were right.")
        .formatted(
            forecast.examples(),
            noun,
            band.latest()
                .map(to -> "between %s and %s (%d %%)".formatted(from, ceiling(to), PERCENT))
                .orElse("after " + from + "; how late, they do not show"),
            forecast.checked(),
            forecast.right());
  }

  private static String silent(Forecast forecast, String noun) {
    String known =
        forecast.examples() < Forecast.FEWEST_EXAMPLES
            ? "only %s lasted longer, and a forecast needs at least %d"
                .formatted(count(forecast.examples(), "earlier " + noun), Forecast.FEWEST_EXAMPLES)
            : "only %s in the past can be checked, and a forecast needs at least %d"
                .formatted(count(forecast.checked(), "forecast"), Forecast.FEWEST_CHECKS);
    return "There is no forecast of its end: " + known + ".";
  }

  private static String count(int number, String noun) {
    return number + " " + noun + (number == 1 ? "" : "s");
  }

  private static String floor(Instant at) {
    return at.truncatedTo(ChronoUnit.SECONDS).toString();
  }

  private static String ceiling(Instant at) {
    return floor(at.plusNanos(999_999_999));
  }
}
