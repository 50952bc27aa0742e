package ebb.domain.queue;

import ebb.domain.provenance.Provenance;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
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

  /** Whether its next host may begin. */
  public QueueTurn turn(Instant now, FleetConditions fleet) {
    if (pace.isOver(now)) {
      return QueueTurn.of(QueuePhase.OVER);
    } else if (held) {
      return QueueTurn.of(QueuePhase.HELD);
    } else if (pace.notBefore().filter(now::isBefore).isPresent()) {
      return QueueTurn.of(QueuePhase.NOT_YET);
    } else if (free(fleet.load()) <= 0) {
      return QueueTurn.of(QueuePhase.FULL);
    }
    return pace.keepCapacity()
        .filter(kept -> kept.fitting(waiting.subList(0, 1), fleet) == 0)
        .map(kept -> kept.obstacle(waiting.get(0).host(), fleet))
        .map(why -> new QueueTurn(QueuePhase.KEPT, Optional.of(why)))
        .orElse(QueueTurn.of(QueuePhase.OPEN));
  }

  private int free(FleetLoad load) {
    return pace.maxParallel().of(load.inService()) - load.draining();
  }

  /** Its hosts that may begin now, in their order. */
  List<QueuedHost> next(Instant now, FleetConditions fleet) {
    if (turn(now, fleet).phase() != QueuePhase.OPEN) {
      return List.of();
    }
    List<QueuedHost> next = waiting.subList(0, Math.min(free(fleet.load()), waiting.size()));
    return pace.keepCapacity().map(kept -> next.subList(0, kept.fitting(next, fleet))).orElse(next);
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
