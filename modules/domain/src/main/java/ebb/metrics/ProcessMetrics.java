package ebb.metrics;

/** The metrics of this process, whichever component updates them. */
public final class ProcessMetrics {
  public static final Histogram DRAINS =
      new Histogram(
          "ebb_drain_duration_seconds",
          "Duration of drains that ended on this instance, by outcome.",
          new double[] {60, 300, 900, 1800, 3600, 7200, 14_400, 43_200, 86_400, 259_200},
          "outcome");

  public static final Counter REFRESHES =
      new Counter(
          "ebb_refreshes_total",
          "Refreshes that this instance answered as the leader: accepted, unchanged, dry-run, or"
              + " the code of the refusal.",
          "type",
          "result");

  public static final Histogram JOURNAL_WRITES =
      new Histogram(
          "ebb_journal_write_duration_seconds",
          "How long transactions took that wrote events to the journal.",
          new double[] {0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10});

  public static final Counter JOURNAL_EVENTS =
      new Counter("ebb_journal_events_total", "Events that this instance wrote to the journal.");

  public static final Counter JOURNAL_ERRORS =
      new Counter(
          "ebb_journal_errors_total",
          "Writes to the journal that failed, those of the probe that runs every 5 s among them.");

  public static final Ages LEASES =
      new Ages(
          "ebb_lease_renewal_age_seconds",
          "Time since this instance last renewed a lease that it holds in PostgreSQL.",
          "lease");

  public static final Counter HTTP_REQUESTS =
      new Counter(
          "ebb_http_requests_total",
          "Requests to the admin API that were answered, by route and status.",
          "method",
          "route",
          "code");

  public static final Counter WEBHOOK_REQUESTS =
      new Counter(
          "ebb_webhook_requests_total",
          "Events that this instance sent to a webhook, each attempt counted: accepted or failed.",
          "webhook",
          "result");

  public static final Counter WEBHOOK_DEAD_LETTERS =
      new Counter(
          "ebb_webhook_dead_letters_total",
          "Events on which this instance gave up, by webhook.",
          "webhook");

  private ProcessMetrics() {}

  public static void write(MetricsText text) {
    DRAINS.write(text);
    REFRESHES.write(text);
    JOURNAL_WRITES.write(text);
    JOURNAL_EVENTS.write(text);
    JOURNAL_ERRORS.write(text);
    LEASES.write(text);
    HTTP_REQUESTS.write(text);
    WEBHOOK_REQUESTS.write(text);
    WEBHOOK_DEAD_LETTERS.write(text);
  }
}
