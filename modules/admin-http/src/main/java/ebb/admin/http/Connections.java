package ebb.admin.http;

import ebb.domain.provenance.PeerNetwork;
import ebb.domain.text.LinesPerMinute;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The open connections of the admin API, limited so that no client can shut out others. Each
 * connection either waits for the head of a request, which here includes a TLS handshake, or is
 * being answered. Both have a deadline, and a head has a maximum size. When the limit of all
 * connections or of one network is reached, a new connection replaces the one that has waited
 * longest. While none of them waits, the new connection becomes a spare one, which gets answers
 * about health only.
 *
 * <p>Soft state. May be used by any thread.
 */
public final class Connections {
  private static final Logger LOG = LoggerFactory.getLogger(Connections.class);

  /** Time for the first head, from the moment when the connection is accepted. */
  static final Duration FIRST_HEAD = Duration.ofSeconds(10);

  /**
   * Maximum number of spare connections: enough for all probes, whose answers do not wait for
   * anything.
   */
  static final int SPARE = 64;

  private final int most;
  private final Duration longest;
  private final int longestHead;
  private final LongSupplier nanoTime;

  /** Connections that wait for a request, the longest waiting first. */
  private final Set<Connection> waiting = new LinkedHashSet<>();

  private final Set<Connection> answered = new LinkedHashSet<>();
  private final LinesPerMinute lines;

  /**
   * @param most the maximum number of connections, without spare ones; one network may have half of
   *     them
   * @param longest the longest time for an answer, and after it for the head of the next request
   * @param longestHead the longest head, in bytes; Akka HTTP limits each header, but keeps all of
   *     them in memory
   * @param nanoTime as {@link System#nanoTime}
   */
  public Connections(int most, Duration longest, int longestHead, LongSupplier nanoTime) {
    this.most = most;
    this.longest = longest;
    this.longestHead = longestHead;
    this.nanoTime = nanoTime;
    lines = new LinesPerMinute(1, nanoTime);
  }

  /** One open connection. */
  final class Connection {
    private final PeerNetwork origin;
    private final Runnable abort;
    private final boolean spare;
    private long since = nanoTime.getAsLong();
    private Duration allowed = FIRST_HEAD;
    private int head;

    private Connection(PeerNetwork origin, Runnable abort, boolean spare) {
      this.origin = origin;
      this.abort = abort;
      this.spare = spare;
    }

    boolean isSpare() {
      return spare;
    }

    /** Counts bytes that have arrived. They belong to a head while the connection waits for one. */
    void received(int bytes) {
      countHead(this, bytes);
    }

    /** The head of a request has arrived. */
    void answering() {
      move(this, waiting, answered, longest);
    }

    /** The answer is being sent, which counts as waiting. */
    void answered() {
      move(this, answered, waiting, longest);
    }

    /** As {@link #answered()}, for a streamed answer that may take this long. */
    void streams(Duration atMost) {
      move(this, answered, waiting, atMost.plus(longest));
    }

    void ended() {
      remove(this);
    }
  }

  /**
   * @param abort ends the connection at once, whatever it does; must not block
   * @return the connection; empty if there is no room even for a spare one
   */
  synchronized Optional<Connection> open(InetAddress from, Runnable abort) {
    PeerNetwork origin = PeerNetwork.of(from.getHostAddress());
    Predicate<Connection> regular = each -> !each.spare;
    Predicate<Connection> same = regular.and(each -> each.origin.equals(origin));
    boolean makesWay = true;
    boolean spare = false;
    if (count(same) >= Math.max(1, most / 2)) {
      makesWay = abortOldest(same, from);
    } else if (count(regular) >= most) {
      makesWay = abortOldest(regular, from);
    }
    if (!makesWay) {
      spare = true;
      Predicate<Connection> spares = each -> each.spare;
      if (count(spares) >= SPARE && !abortOldest(spares, from)) {
        return Optional.empty();
      }
    }
    Connection connection = new Connection(origin, abort, spare);
    waiting.add(connection);
    return Optional.of(connection);
  }

  private long count(Predicate<Connection> which) {
    return waiting.stream().filter(which).count() + answered.stream().filter(which).count();
  }

  private boolean abortOldest(Predicate<Connection> which, InetAddress newcomer) {
    Optional<Connection> oldest = waiting.stream().filter(which).findFirst();
    tell(oldest.isPresent(), newcomer);
    oldest.ifPresent(this::abort);
    return oldest.isPresent();
  }

  private void tell(boolean makesWay, InetAddress newcomer) {
    lines.write(
        LOG::warn,
        "full",
        Optional.of(PeerNetwork.of(newcomer.getHostAddress())),
        ("The admin API has %d connections, %d of them idle; a new one"
                + " from %s %s (ebb.http.max-connections = %d, half of them from one address)")
            .formatted(
                waiting.size() + answered.size(),
                waiting.size(),
                newcomer.getHostAddress(),
                makesWay ? "takes the place of the oldest" : "is answered for health only",
                most));
  }

  /** Ends the connections whose deadline has passed. */
  synchronized void abortOverdue() {
    long now = nanoTime.getAsLong();
    abortAll(each -> now - each.since >= each.allowed.toNanos());
  }

  /**
   * Ends the connections that have waited for at least this long.
   *
   * @return whether no connection is left
   */
  synchronized boolean abortWaiting(Duration atLeast) {
    long now = nanoTime.getAsLong();
    abortAll(each -> waiting.contains(each) && now - each.since >= atLeast.toNanos());
    return waiting.isEmpty() && answered.isEmpty();
  }

  synchronized void abortAll() {
    abortAll(each -> true);
  }

  private void abortAll(Predicate<Connection> which) {
    List<Connection> all = new ArrayList<>(waiting);
    all.addAll(answered);
    all.stream().filter(which).forEach(this::abort);
  }

  private void abort(Connection connection) {
    remove(connection);
    connection.abort.run();
  }

  private synchronized void move(
      Connection connection,
      Collection<Connection> from,
      Collection<Connection> to,
      Duration allowed) {
    if (from.remove(connection)) { // not after its end
      connection.since = nanoTime.getAsLong();
      connection.allowed = allowed;
      connection.head = 0;
      to.add(connection);
    }
  }

  private synchronized void countHead(Connection connection, int bytes) {
    if (waiting.contains(connection)) {
      connection.head += bytes;
      if (connection.head > longestHead) {
        abort(connection);
      }
    }
  }

  private synchronized void remove(Connection connection) {
    waiting.remove(connection);
    answered.remove(connection);
  }
}
