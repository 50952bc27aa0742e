package ebb.domain.queue;

import ebb.domain.provenance.Provenance;
import java.time.Instant;
import java.util.ArrayList;
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
 * @param begun hosts that wait no longer, if it matters which of them still drain
 */
public record QueuedDrain(
    String id,
    List<QueuedHost> waiting,
    int total,
    Pace pace,
    boolean held,
    Provenance by,
    List<QueuedHost> begun) {
  public QueuedDrain {
    waiting = List.copyOf(waiting);
    begun = List.copyOf(begun);
  }

  /** Whose hosts all wait. */
  public QueuedDrain(
      String id, List<QueuedHost> waiting, int total, Pace pace, boolean held, Provenance by) {
    this(id, waiting, total, pace, held, by, List.of());
  }

  /** Whether its next host may begin. */
  public QueueTurn turn(Instant now, FleetConditions fleet) {
    if (pace.isOver(now)) {
      return QueueTurn.of(QueuePhase.OVER);
    } else if (held) {
      return QueueTurn.of(QueuePhase.HELD);
    } else if (pace.notBefore().filter(now::isBefore).isPresent()) {
      return QueueTurn.of(QueuePhase.NOT_YET);
    }
    Optional<String> closed = pace.window().flatMap(name -> fleet.windows().closed(name, now));
    if (closed.isPresent()) {
      return new QueueTurn(QueuePhase.CLOSED, closed);
    } else if (free(fleet.load()) <= 0) {
      return QueueTurn.of(QueuePhase.FULL);
    }
    Optional<String> elsewhere = drainingElsewhere(fleet);
    if (elsewhere.isPresent()) {
      return new QueueTurn(QueuePhase.OTHER_RACK, elsewhere);
    }
    return pace.keepCapacity()
        .filter(kept -> kept.fitting(waiting.subList(0, 1), fleet) == 0)
        .map(kept -> kept.obstacle(waiting.get(0).host(), fleet))
        .map(why -> new QueueTurn(QueuePhase.KEPT, Optional.of(why)))
        .orElse(QueueTurn.of(QueuePhase.OPEN));
  }

  /** Where a host of it still drains that is not on the rack of the next one; for people. */
  private Optional<String> drainingElsewhere(FleetConditions fleet) {
    QueuedHost first = waiting.get(0);
    return begun.stream()
        .filter(host -> !host.isBeside(first) && fleet.drains(host))
        .findFirst()
        .map(host -> host.rack().map(rack -> host.host() + " in " + rack).orElse(host.host()))
        .map(where -> where + " still drains");
  }

  private int free(FleetLoad load) {
    return pace.maxParallel().of(load.inService()) - load.draining();
  }

  /** Its hosts that may begin now, in their order. */
  List<QueuedHost> next(Instant now, FleetConditions fleet) {
    if (turn(now, fleet).phase() != QueuePhase.OPEN) {
      return List.of();
    }
    int together = pace.oneAtATime().isPresent() ? firstRack() : waiting.size();
    List<QueuedHost> next = waiting.subList(0, Math.min(free(fleet.load()), together));
    return pace.keepCapacity().map(kept -> next.subList(0, kept.fitting(next, fleet))).orElse(next);
  }

  /** How many waiting hosts are on the rack of the first one, before any other. */
  private int firstRack() {
    int hosts = 1;
    while (hosts < waiting.size() && waiting.get(hosts).isBeside(waiting.get(0))) {
      hosts++;
    }
    return hosts;
  }

  QueuedDrain without(Set<String> hosts) {
    return new QueuedDrain(
        id,
        waiting.stream().filter(each -> !hosts.contains(each.host())).toList(),
        total,
        pace,
        held,
        by,
        begun);
  }

  QueuedDrain begun(Set<String> hosts) {
    List<QueuedHost> all = new ArrayList<>(begun);
    if (pace.oneAtATime().isPresent()) {
      waiting.stream().filter(each -> hosts.contains(each.host())).forEach(all::add);
    }
    return new QueuedDrain(id, waiting, total, pace, held, by, all).without(hosts);
  }

  QueuedDrain held(boolean nowHeld) {
    return new QueuedDrain(id, waiting, total, pace, nowHeld, by, begun);
  }
}
