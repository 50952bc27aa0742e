package ebb.domain.queue;

import ebb.domain.provenance.Provenance;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/**
 * A drain whose hosts begin one after another.
 *
 * @param waiting hosts that have not begun, in their order; never empty
 * @param total number of hosts at the start
 * @param held whether no further host begins for now
 * @param by who requested it
 */
public record QueuedDrain(
    String id, List<QueuedHost> waiting, int total, Pace pace, boolean held, Provenance by) {
  public QueuedDrain {
    waiting = List.copyOf(waiting);
  }

  public QueuePhase phase(Instant now, FleetLoad load) {
    if (pace.isOver(now)) {
      return QueuePhase.OVER;
    } else if (held) {
      return QueuePhase.HELD;
    } else if (pace.notBefore().filter(now::isBefore).isPresent()) {
      return QueuePhase.NOT_YET;
    }
    return free(load) > 0 ? QueuePhase.OPEN : QueuePhase.FULL;
  }

  private int free(FleetLoad load) {
    return pace.maxParallel().of(load.inService()) - load.draining();
  }

  /** Its hosts that may begin now. */
  List<QueuedHost> next(Instant now, FleetLoad load) {
    return phase(now, load) == QueuePhase.OPEN
        ? waiting.subList(0, Math.min(free(load), waiting.size()))
        : List.of();
  }

  QueuedDrain without(Set<String> hosts) {
    return new QueuedDrain(
        id,
        waiting.stream().filter(each -> !hosts.contains(each.host())).toList(),
        total,
        pace,
        held,
        by);
  }

  QueuedDrain held(boolean nowHeld) {
    return new QueuedDrain(id, waiting, total, pace, nowHeld, by);
  }
}
