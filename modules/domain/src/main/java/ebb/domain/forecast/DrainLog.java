package ebb.domain.forecast;

import ebb.domain.DrainOutcome;
import ebb.domain.NodeEvent;
import ebb.domain.NodeEvent.DecommissioningStarted;
import ebb.domain.NodeEvent.DecommissioningTimeoutChanged;
import ebb.domain.NodeId;
import ebb.domain.forecast.PastDrain.Ending;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The drains that have started most recently, from the events of nodes. Nothing but these events is
 * needed, from the start of the oldest such drain on. For use by one thread at a time.
 */
public final class DrainLog {
  /** Takes some megabytes. */
  static final int KEPT = 10_000;

  private final int kept;

  /** By a number that grows with each drain. */
  private final TreeMap<Long, PastDrain> drains = new TreeMap<>();

  private final Map<NodeId, Long> running = new HashMap<>();
  private long started;

  public DrainLog() {
    this(KEPT);
  }

  /**
   * @param kept how many drains are kept, at most
   */
  public DrainLog(int kept) {
    this.kept = kept;
  }

  public int kept() {
    return kept;
  }

  /**
   * Adds the next event of a node. A drain that an operator holds is no example for others. Events
   * that neither start nor end a drain may be left out.
   */
  public void next(NodeEvent event) {
    if (event instanceof DecommissioningStarted e && !e.timeout().held()) {
      running.put(e.nodeId(), ++started);
      drains.put(
          started,
          new PastDrain(
              e.nodeId(),
              e.startedAt(),
              e.timeout().after(e.startedAt()),
              e.by().operationId(),
              Optional.empty()));
      forgetOldest();
    } else if (event instanceof DecommissioningTimeoutChanged e) {
      if (e.timeout().held()) {
        leaveOut(running.remove(e.nodeId()));
      } else {
        change(running.get(e.nodeId()), drain -> drain.withTimeout(e.timeout()));
      }
    } else {
      DrainOutcome.of(event)
          .map(outcome -> new Ending(event.by().at(), outcome))
          .ifPresent(how -> change(running.remove(event.nodeId()), drain -> drain.ended(how)));
    }
  }

  private void leaveOut(@Nullable Long number) {
    if (number != null) {
      drains.remove(number);
    }
  }

  private void change(@Nullable Long number, UnaryOperator<PastDrain> change) {
    if (number != null) {
      drains.computeIfPresent(number, (same, drain) -> change.apply(drain));
    }
  }

  private void forgetOldest() {
    if (drains.size() > kept) {
      Map.Entry<Long, PastDrain> oldest = drains.pollFirstEntry();
      running.remove(oldest.getValue().nodeId(), oldest.getKey());
    }
  }

  /** The drains, those that started first at the beginning. */
  public PastDrains drains() {
    return new PastDrains(List.copyOf(drains.values()), drains.size() == kept);
  }
}
