package ebb.hadoop.node;

import ebb.domain.NodeId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.apache.hadoop.yarn.util.Clock;

/**
 * Tracks which nodes have been silent for too long; soft state. Many threads record heartbeats
 * without waiting for each other. One thread checks for silent nodes.
 *
 * <p>It replaces YARN's NMLivelinessMonitor, which expires all nodes after the process was paused,
 * because a paused process receives no heartbeats. Here, a late check expires no node, and gives
 * every node a whole interval again.
 */
public final class HeartbeatMonitor {
  private final Clock clock;
  private final long intervalMillis;
  private final ConcurrentMap<NodeId, LastHeard> watched = new ConcurrentHashMap<>();
  private long lastCheck;

  /** The time of the last heartbeat. Each heartbeat writes it, without a lock. */
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
    lastCheck = clock.getTime();
  }

  long intervalMillis() {
    return intervalMillis;
  }

  /**
   * Starts to expect heartbeats from the node; no effect if they are expected already.
   *
   * @return for {@link #heard}, until the node leaves
   */
  LastHeard watch(NodeId nodeId) {
    return watched.computeIfAbsent(nodeId, absent -> new LastHeard(clock.getTime()));
  }

  /** As {@link #heardOf}, without looking up the node among ten thousand others. */
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

  /** Must be called much more often than every third of the interval. */
  void check() {
    long now = clock.getTime();
    boolean late = now - lastCheck > intervalMillis / 3;
    lastCheck = now;
    if (late) {
      watched.values().forEach(heard -> heard.at = now);
    }
  }

  /**
   * The nodes that have been silent for longer than the interval. A node is returned each time
   * until its next heartbeat or until it leaves. Also does what {@link #check} does.
   */
  List<NodeId> overdue() {
    check();
    long now = lastCheck; // a pause after this read expires no node
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
