package ebb.journal.json;

import ebb.domain.Drain;
import ebb.domain.LastDrain;
import ebb.domain.work.RemainingWork;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How the last drain of a node ended, or its service if a refresh ended that without a drain.
 *
 * @param outcome READY, TIMEOUT, FORCED, NORMAL, RECOMMISSIONED, LOST, REBOOTED or SHUTDOWN
 * @param at when it ended, UTC
 * @param seconds that the drain took; null without one
 * @param by who caused the end; of READY whoever asked for the drain
 * @param reason that they gave
 * @param containers that still ran; null when nobody had reported it
 * @param applications that still ran, counted; null as above
 * @param epoch 0 without a drain
 * @param startedAt UTC; null without a drain
 * @param timeoutSeconds null without a limit, and without a drain
 * @param timeoutSource null without a drain
 * @param askedBy for the drain; null without one
 * @param endedBy who or what ended it
 * @param account where its time went; null without a drain
 * @param stillRunning some of the containers that still ran, application masters first
 */
public record LastDrainJson(
    String outcome,
    String at,
    @Nullable Long seconds,
    String by,
    @Nullable String reason,
    @Nullable Integer containers,
    @Nullable Integer applications,
    long epoch,
    @Nullable String startedAt,
    @Nullable Long timeoutSeconds,
    @Nullable String timeoutSource,
    @Nullable ActorJson askedBy,
    ActorJson endedBy,
    @Nullable DrainAccountJson account,
    List<BusyContainerJson> stillRunning) {

  public static LastDrainJson of(LastDrain last) {
    Optional<Drain> drain = last.drain();
    return new LastDrainJson(
        last.outcome().name(),
        last.by().at().toString(),
        last.took().map(Duration::toSeconds).orElse(null),
        last.causedBy().actor(),
        last.causedBy().reason().orElse(null),
        last.remaining().map(RemainingWork::containers).orElse(null),
        last.remaining().map(RemainingWork::applications).orElse(null),
        drain.map(Drain::epoch).orElse(0L),
        drain.map(ended -> ended.startedAt().toString()).orElse(null),
        drain.flatMap(ended -> ended.timeout().limit()).map(Duration::toSeconds).orElse(null),
        drain.map(ended -> ended.timeoutSource().name()).orElse(null),
        drain.map(Drain::askedBy).map(ActorJson::of).orElse(null),
        ActorJson.of(last.by()),
        last.account().map(DrainAccountJson::of).orElse(null),
        last.remaining().map(BusyContainerJson::of).orElse(List.of()));
  }
}
