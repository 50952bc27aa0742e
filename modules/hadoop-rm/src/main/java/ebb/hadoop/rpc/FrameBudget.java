package ebb.hadoop.rpc;

import ebb.domain.provenance.PeerNetwork;
import ebb.domain.text.LinesPerMinute;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.apache.hadoop.ipc.LimitedConnection;
import org.apache.hadoop.ipc.ReceiveLimits;
import org.apache.hadoop.ipc.RefusedRequestException;
import org.apache.hadoop.ipc.Server;
import org.apache.hadoop.ipc.ServerAccess;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Limits the memory that the requests of one port take before a handler reads them. Hadoop
 * allocates this memory as soon as any peer has announced a length.
 *
 * <p>When the requests that have not arrived yet take more than the port's budget, the connections
 * of the network of peers that holds most of it are given up, then those of the next network, until
 * the rest fits. While the requests that have arrived and wait take more than the budget, large
 * requests are refused. A well-behaved peer retries.
 *
 * <p>This check walks over all connections, so it does not run for each request, which would be at
 * every heartbeat. It runs when a quarter of the budget has been announced since the last check,
 * and for each large request while large ones are refused. The memory therefore never exceeds two
 * and a quarter budgets.
 */
public final class FrameBudget implements ReceiveLimits {
  private static final Logger LOG = LoggerFactory.getLogger(FrameBudget.class);

  /** The longest request before a login, in bytes. Kerberos tickets take at most 64 KB. */
  public static final int BEFORE_LOGIN = 128 * 1024;

  private final Server server;
  private final long budget;
  private final LargeRequests large;
  private final int longest;
  private final LinesPerMinute lines = new LinesPerMinute(1, System::nanoTime);
  private final AtomicLong announced = new AtomicLong();
  private volatile boolean full;

  /**
   * @param longest length of a request, in bytes
   * @param budget in bytes
   */
  FrameBudget(Server server, int longest, long budget, LargeRequests large) {
    this.server = server;
    this.budget = budget;
    this.large = large;
    this.longest = longest;
  }

  @Override
  public void announced(LimitedConnection connection, int bytes) {
    int most = connection.isEstablished() ? longest : Math.min(longest, BEFORE_LOGIN);
    if (bytes < 0 || bytes > most) {
      throw new RefusedRequestException(
          "it announced %d bytes, and may send %d%s"
              .formatted(bytes, most, most < longest ? " before it has logged in" : ""));
    }
    boolean isLarge = bytes >= CountedService.COUNTED_FROM;
    if (announced.addAndGet(bytes) >= budget / 4 || (full && isLarge)) {
      enforce(bytes);
      if (full && isLarge) {
        throw new RefusedRequestException(
            "large requests of this port wait for their turn already");
      }
    }
  }

  private synchronized void enforce(int next) {
    announced.set(0);
    long waiting = ServerAccess.waitingBytes(server) + large.waitingBytes();
    full = waiting > 0 && waiting + next > budget; // one that exceeds the budget has it alone
    List<LimitedConnection> pending =
        ServerAccess.connections(server).stream().filter(each -> each.pendingBytes() > 0).toList();
    long total = bytesOf(pending) + next;
    if (total <= budget) {
      return;
    }
    Map<PeerNetwork, List<LimitedConnection>> byNetwork =
        pending.stream()
            .collect(Collectors.groupingBy(each -> PeerNetwork.of(each.getHostAddress())));
    List<Map.Entry<PeerNetwork, List<LimitedConnection>>> largestFirst =
        byNetwork.entrySet().stream()
            .sorted(Comparator.comparingLong(each -> -bytesOf(each.getValue())))
            .toList();
    for (Map.Entry<PeerNetwork, List<LimitedConnection>> each : largestFirst) {
      if (total <= budget) {
        return;
      }
      long bytes = bytesOf(each.getValue());
      each.getValue().forEach(LimitedConnection::giveUp);
      total -= bytes;
      lines.write(
          LOG::warn,
          "budget",
          Optional.of(each.getKey()),
          "Closed %d connections of %s to port %d: they announced %d bytes that did not arrive; the"
                  .formatted(each.getValue().size(), each.getKey().text(), server.getPort(), bytes)
              + " budget of the port is "
              + budget);
    }
  }

  private static long bytesOf(List<LimitedConnection> connections) {
    return connections.stream().mapToLong(LimitedConnection::pendingBytes).sum();
  }

  @Override
  public void came(LimitedConnection connection, byte[] request) {
    Optional<String> refusal = RequestHeaders.refusal(request);
    if (refusal.isPresent()) {
      throw new RefusedRequestException(refusal.get());
    }
  }

  @Override
  public void closed(LimitedConnection connection, String reason) {
    lines.write(
        LOG::warn,
        "closed",
        Optional.of(PeerNetwork.of(connection.getHostAddress())),
        "Closed a connection of %s to port %d: %s"
            .formatted(connection.getHostAddress(), server.getPort(), reason));
  }
}
