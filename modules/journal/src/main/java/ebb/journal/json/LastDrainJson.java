package ebb.journal.json;

import ebb.domain.Drain;
import ebb.domain.LastDrain;
import ebb.domain.work.RemainingWork;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How the last drain of a node ended, or how a refresh ended its service without a drain.
 *
 * @param outcome READY, TIMEOUT, FORCED, NORMAL, RECOMMISSIONED, LOST, REBOOTED or SHUTDOWN
 * @param at when the drain or service ended, UTC
 * @param seconds how long the drain took; null without a drain, or if the clock went back during it
 * @param by who caused the end; with READY, who requested the drain
 * @param reason the reason given by {@code by}; null if none was given
 * @param containers number of containers that were still running; null if that was never reported
 * @param applications number of applications that were still running; null as above
 * @param epoch 0 without a drain
 * @param startedAt UTC; null without a drain
 * @param timeoutSeconds null without a limit, and without a drain
 * @param timeoutSource null without a drain
 * @param askedBy who requested the drain; null without a drain
 * @param endedBy who or what ended the drain or service
 * @param account how the drain spent its time; null without a drain
 * @param stillRunning some of the containers that were still running, application masters first
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
