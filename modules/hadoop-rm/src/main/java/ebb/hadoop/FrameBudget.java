package ebb.hadoop;

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
 * <p>It looks a hundred times a second. One thread of the server reads all connections, and what it
 * can take between two looks is what it can fill with zeros in ten milliseconds: with the frames of
 * {@link EbbConfiguration} some tens of megabytes.
 */
final class FrameBudget {
  private static final Logger LOG = LoggerFactory.getLogger(FrameBudget.class);
  private static final long INTERVAL_MILLIS = 10;

  private final Server server;
  private final long budget;
  private final MinuteLines lines = new MinuteLines(LOG, Time::monotonicNow);

  private FrameBudget(Server server, long budget) {
    this.server = server;
    this.budget = budget;
  }

  /**
   * Watches on a thread of its own until the server is stopped.
   *
   * @param budget in bytes
   */
  static void watch(Server server, long budget) {
    FrameBudget watch = new FrameBudget(server, budget);
    Thread thread = new Thread(watch::run, "rpc-frame-budget-" + server.getPort());
    thread.setDaemon(true);
    thread.start();
  }

  private void run() {
    while (ServerDoor.isRunning(server)) {
      try {
        look();
        Thread.sleep(INTERVAL_MILLIS);
      } catch (InterruptedException e) {
        return;
      } catch (RuntimeException e) {
        LOG.error("A look at the connections of port {} failed", server.getPort(), e);
      }
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
