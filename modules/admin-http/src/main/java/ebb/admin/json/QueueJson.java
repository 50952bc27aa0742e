package ebb.admin.json;

import ebb.domain.queue.FleetConditions;
import ebb.domain.queue.KeptCapacity;
import ebb.domain.queue.QueuePhase;
import ebb.domain.queue.QueueTurn;
import ebb.domain.queue.QueuedDrain;
import ebb.nodeslist.protocol.NodesListReply.QueueSeen;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The drains that wait for their turn.
 *
 * @param id of the drain that the request added or changed; null for a query
 * @param draining number of hosts that drain, for whatever reason
 * @param inService number of hosts in service, draining ones included
 * @param problem why the hosts whose turn it is do not begin; null if nothing keeps them
 */
public record QueueJson(
    @Nullable String id,
    List<QueuedJson> drains,
    int draining,
    int inService,
    @Nullable String problem) {

  /**
   * @param total number of hosts at the start
   * @param maxParallel as in the request
   * @param keepCapacity as in the request
   * @param byRack as in the request
   * @param window as in the request
   * @param why the phase, for people; null if it says everything
   */
  record QueuedJson(
      String id,
      String at,
      String actor,
      @Nullable String reason,
      String maxParallel,
      @Nullable String notBefore,
      @Nullable String until,
      @Nullable String keepCapacity,
      boolean byRack,
      @Nullable String window,
      QueuePhase phase,
      @Nullable String why,
      int total,
      List<HostEntryJson> waiting) {

    static QueuedJson of(QueuedDrain drain, QueueTurn turn) {
      return new QueuedJson(
          drain.id(),
          drain.by().at().toString(),
          drain.by().actor(),
          drain.by().reason().orElse(null),
          drain.pace().maxParallel().toString(),
          drain.pace().notBefore().map(Instant::toString).orElse(null),
          drain.pace().until().map(Instant::toString).orElse(null),
          drain.pace().keepCapacity().map(KeptCapacity::toString).orElse(null),
          drain.pace().oneAtATime().isPresent(),
          drain.pace().window().orElse(null),
          turn.phase(),
          turn.why().orElse(null),
          drain.total(),
          drain.waiting().stream()
              .map(each -> HostEntryJson.of(each.host(), each.timeout()))
              .toList());
    }
  }

  public static QueueJson of(QueueSeen seen, Instant now) {
    return new QueueJson(
        seen.id().orElse(null),
        seen.drains().stream().map(each -> QueuedJson.of(each, turn(each, seen, now))).toList(),
        seen.load().draining(),
        seen.load().inService(),
        seen.problem().orElse(null));
  }

  /** A leader of an earlier release does not tell. */
  private static QueueTurn turn(QueuedDrain drain, QueueSeen seen, Instant now) {
    QueueTurn told = seen.turns().get(drain.id());
    return told == null ? drain.turn(now, FleetConditions.of(seen.load())) : told;
  }
}
