package ebb.hadoop;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hadoop.ipc.Server;
import org.apache.hadoop.ipc.ServerDoor;
import org.apache.hadoop.ipc.ServerDoor.PendingFrame;
import org.apache.hadoop.util.Time;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hadoop's RPC server takes memory for the whole of a request as soon as a peer, whoever it is, has
 * announced its length. As soon as the requests that have not come yet take more than the budget of
 * the port, those of the address that holds most of it are given up, and the next address's, until
 * the rest fits. A peer that meant it tries again.
 *
 * <p>The server's reader thread takes the memory, and looks here first: not each time, which would
 * be at every heartbeat, but when it has allocated a quarter of the budget since it last looked. So
 * there is never more than five quarters of the budget and one request.
 */
final class FrameBudget {
  private static final Logger LOG = LoggerFactory.getLogger(FrameBudget.class);
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final Server server;
  private final long budget;
  private final MinuteLines lines = new MinuteLines(LOG, Time::monotonicNow);

  /** What each reader thread had allocated when it last looked. */
  private final ThreadLocal<Long> allocated = ThreadLocal.withInitial(() -> 0L);

  private FrameBudget(Server server, long budget) {
    this.server = server;
    this.budget = budget;
  }

  /**
   * @param server not started yet
   * @param budget in bytes
   */
  static void limit(Server server, long budget) {
    ServerDoor.onReceive(server, new FrameBudget(server, budget)::received);
  }

  private void received() {
    long now = THREADS.getCurrentThreadAllocatedBytes();
    if (now - allocated.get() >= budget / 4) {
      allocated.set(now);
      look();
    }
  }

  private void look() {
    List<PendingFrame> pending = ServerDoor.pendingFrames(server);
    long total = bytesOf(pending);
    if (total <= budget) {
      return;
    }
    Map<InetAddress, List<PendingFrame>> byAddress =
        pending.stream().collect(Collectors.groupingBy(PendingFrame::address));
    List<Map.Entry<InetAddress, List<PendingFrame>>> largestFirst =
        byAddress.entrySet().stream()
            .sorted(Comparator.comparingLong(each -> -bytesOf(each.getValue())))
            .toList();
    for (Map.Entry<InetAddress, List<PendingFrame>> each : largestFirst) {
      if (total <= budget) {
        return;
      }
      each.getValue().forEach(PendingFrame::giveUp);
      long bytes = bytesOf(each.getValue());
      total -= bytes;
      lines.warn(
          "Closed %d connections of %s to port %d: they announced %d bytes that did not come; the"
                  .formatted(
                      each.getValue().size(),
                      each.getKey().getHostAddress(),
                      server.getPort(),
                      bytes)
              + " budget of the port is "
              + budget);
    }
  }

  private static long bytesOf(List<PendingFrame> frames) {
    return frames.stream().mapToLong(PendingFrame::bytes).sum();
  }
}
