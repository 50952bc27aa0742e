package ebb.hadoop.node;

import ebb.domain.NodeId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.apache.hadoop.yarn.util.Clock;

/**
 * Knows which nodes have been silent for too long; soft state. Heard of by many threads, which do
 * not wait for each other; looked at by one.
 *
 * <p>It stands in the place of YARN's NMLivelinessMonitor, which expires the whole fleet when the
 * process was paused: heartbeats cannot be heard while one sleeps. Here a look that comes late
 * gives everybody a whole interval again, and expires nobody.
 */
public final class HeartbeatMonitor {
  private final Clock clock;
  private final long intervalMillis;
  private final ConcurrentMap<NodeId, LastHeard> watched = new ConcurrentHashMap<>();
  private long lastLook;

  /** When, by the clock; written with each heartbeat, and nobody waits for anybody. */
  static final class LastHeard {
    private volatile long at;

    private LastHeard(long at) {
      this.at = at;
    }
  }

  /**
   * @param clock monotonic, in milliseconds
   * @param intervalMillis yarn.nm.liveness-monitor.expiry-interval-ms
   */
  HeartbeatMonitor(Clock clock, long intervalMillis) {
    this.clock = clock;
    this.intervalMillis = intervalMillis;
    lastLook = clock.getTime();
  }

  long intervalMillis() {
    return intervalMillis;
  }

  /**
   * From now on the node has to be heard of; of no effect if it already has to.
   *
   * @return for {@link #heard}, until the node leaves
   */
  LastHeard watch(NodeId nodeId) {
    return watched.computeIfAbsent(nodeId, absent -> new LastHeard(clock.getTime()));
  }

  /** As {@link #heardOf}, without a look for the node among ten thousand. */
  void heard(LastHeard node) {
    node.at = clock.getTime();
  }

  void heardOf(NodeId nodeId) {
    LastHeard heard = watched.get(nodeId);
    if (heard != null) {
      heard.at = clock.getTime();
    }
  }

  void leave(NodeId nodeId) {
    watched.remove(nodeId);
  }

  /** To be called much more often than every third of the interval. */
  void look() {
    long now = clock.getTime();
    boolean late = now - lastLook > intervalMillis / 3;
    lastLook = now;
    if (late) {
      watched.values().forEach(heard -> heard.at = now);
    }
  }

  /**
   * The nodes that have been silent for longer than the interval, each time until they are heard of
   * or leave. It is a {@link #look}, too.
   */
  List<NodeId> overdue() {
    look();
    long now = lastLook; // a pause since then expires nobody
    List<NodeId> overdue = new ArrayList<>();
    watched.forEach(
        (nodeId, heard) -> {
          if (now - heard.at > intervalMillis) {
            overdue.add(nodeId);
          }
        });
    return overdue;
  }

  /** Whether the node is watched and has been silent for longer than the interval. */
  boolean isOverdue(NodeId nodeId) {
    LastHeard heard = watched.get(nodeId);
    return heard != null && clock.getTime() - heard.at > intervalMillis;
  }
}
