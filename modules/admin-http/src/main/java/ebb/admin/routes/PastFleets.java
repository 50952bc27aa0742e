package ebb.admin.routes;

import ebb.admin.http.ProblemException;
import ebb.admin.http.QueryParams;
import ebb.journal.replay.BeforeJournalException;
import ebb.journal.replay.PastFleet;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

/**
 * The fleet at instants that a request names. Instants in the future, and those before the journal,
 * are refused.
 */
public final class PastFleets {
  private final NodeHistory history;
  private final Clock clock;
  private final Executor executor;

  public PastFleets(NodeHistory history, Clock clock, Executor executor) {
    this.history = history;
    this.clock = clock;
    this.executor = executor;
  }

  /**
   * @param instants the instants by the parameter that names each, in the order of the answer
   * @return fails with a {@link ProblemException} for an instant before the journal's first event
   * @throws ProblemException for an instant in the future
   */
  CompletionStage<List<PastFleet>> at(Map<String, Instant> instants) {
    Instant now = clock.instant();
    instants.forEach(
        (parameter, at) -> {
          if (at.isAfter(now)) {
            throw QueryParams.invalid(parameter, at + " is in the future: it is " + now);
          }
        });
    String earliest =
        instants.entrySet().stream().min(Map.Entry.comparingByValue()).orElseThrow().getKey();
    return history
        .fleetsAt(List.copyOf(instants.values()))
        .handleAsync(
            (fleets, failure) -> {
              if (failure != null) {
                throw refusal(failure, earliest);
              }
              return fleets;
            },
            executor);
  }

  private static RuntimeException refusal(Throwable failure, String parameter) {
    Throwable cause =
        failure instanceof CompletionException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    return cause instanceof BeforeJournalException before
        ? QueryParams.invalid(parameter, before.finding())
        : new CompletionException(cause);
  }
}
