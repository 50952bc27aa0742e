package ebb.journal.json;

import ebb.domain.Drain;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A running drain.
 *
 * @param epoch the number of this drain among the node's drains
 * @param startedAt UTC; never changes
 * @param timeoutSeconds null without a limit
 * @param held whether the drain goes on when nothing is left to wait for
 * @param deadline start plus timeout, UTC; null without a limit
 * @param secondsLeft seconds until the deadline, at least 0; null without a limit
 * @param operationId the operation that started the drain; null without one
 */
public record DrainJson(
    long epoch,
    String startedAt,
    @Nullable Long timeoutSeconds,
    boolean held,
    String timeoutSource,
    @Nullable String deadline,
    @Nullable Long secondsLeft,
    @Nullable String operationId,
    String askedBy,
    String origin,
    @Nullable String reason) {

  public static DrainJson of(Drain drain, Instant now) {
    return new DrainJson(
        drain.epoch(),
        drain.startedAt().toString(),
        drain.timeout().limit().map(Duration::toSeconds).orElse(null),
        drain.timeout().held(),
        drain.timeoutSource().name(),
        drain.deadline().map(Instant::toString).orElse(null),
        drain.deadline().map(at -> Math.max(0, Duration.between(now, at).toSeconds())).orElse(null),
        drain.askedBy().operationId().orElse(null),
        drain.askedBy().actor(),
        drain.askedBy().origin().name(),
        drain.askedBy().reason().orElse(null));
  }
}
