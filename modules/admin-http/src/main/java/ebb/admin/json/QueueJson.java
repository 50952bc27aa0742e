package ebb.admin.json;

import ebb.domain.queue.FleetLoad;
import ebb.domain.queue.QueuePhase;
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
   */
  record QueuedJson(
      String id,
      String at,
      String actor,
      @Nullable String reason,
      String maxParallel,
      @Nullable String notBefore,
      @Nullable String until,
      QueuePhase phase,
      int total,
      List<HostEntryJson> waiting) {

    static QueuedJson of(QueuedDrain drain, FleetLoad load, Instant now) {
      return new QueuedJson(
          drain.id(),
          drain.by().at().toString(),
          drain.by().actor(),
          drain.by().reason().orElse(null),
          drain.pace().maxParallel().toString(),
          drain.pace().notBefore().map(Instant::toString).orElse(null),
          drain.pace().until().map(Instant::toString).orElse(null),
          drain.phase(now, load),
          drain.total(),
          drain.waiting().stream()
              .map(each -> HostEntryJson.of(each.host(), each.timeout()))
              .toList());
    }
  }

  public static QueueJson of(QueueSeen seen, Instant now) {
    return new QueueJson(
        seen.id().orElse(null),
        seen.drains().stream().map(each -> QueuedJson.of(each, seen.load(), now)).toList(),
        seen.load().draining(),
        seen.load().inService(),
        seen.problem().orElse(null));
  }
}
