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
 * The open connections of the admin API, none of which may shut others out. Each either waits for
 * the head of a request, of which a TLS handshake is a part here, or is being answered, and has a
 * deadline for both; a head has a size besides. Where there are as many as may be, or as many of
 * one address, a new one takes the place of the one that has waited longest. While none of them
 * waits, a new one is a spare one, which is to be given health and nothing else.
 *
 * <p>Soft state. May be used by any thread.
 */
public final class Connections {
  private static final Logger LOG = LoggerFactory.getLogger(Connections.class);

  /** From the moment when a connection comes in. */
  static final Duration FIRST_HEAD = Duration.ofSeconds(10);

  /** Enough for every probe, for which nobody is waited. */
  static final int SPARE = 64;

  private final int most;
  private final Duration longest;
  private final int longestHead;
  private final LongSupplier nanoTime;

  /** Those that wait, the one that waits longest first. */
  private final Set<Connection> waiting = new LinkedHashSet<>();

  private final Set<Connection> answered = new LinkedHashSet<>();
  private final LinesPerMinute lines;

  /**
   * @param most of them without the spare ones; one address may have half of these
   * @param longest time for an answer, and after one for the head of the next request
   * @param longestHead in bytes; Akka HTTP bounds each header, and keeps all of them in memory
   * @param nanoTime as {@link System#nanoTime}
   */
  public Connections(int most, Duration longest, int longestHead, LongSupplier nanoTime) {
    this.most = most;
    this.longest = longest;
    this.longestHead = longestHead;
    this.nanoTime = nanoTime;
    lines = new LinesPerMinute(1, nanoTime);
  }

  /** One of them. */
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

    /** So many bytes have come, which are of a head while the connection waits for one. */
    void received(int bytes) {
      countHead(this, bytes);
    }

    /** The head of a request is there. */
    void answering() {
      move(this, waiting, answered, longest);
    }

    /** The answer is on its way out, which counts as waiting. */
    void answered() {
      move(this, answered, waiting, longest);
    }

    /** The same of an answer that goes on for so long. */
    void streams(Duration atMost) {
      move(this, answered, waiting, atMost.plus(longest));
    }

    void ended() {
      remove(this);
    }
  }

  /**
   * @param abort ends the connection at once, whatever it does; must not block
   * @return empty if there is no place even among the spare ones
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
        ("There are %d connections to the admin API, %d of which wait for a request; another one"
                + " of %s %s (ebb.http.max-connections = %d, of one address half)")
            .formatted(
                waiting.size() + answered.size(),
                waiting.size(),
                newcomer.getHostAddress(),
                makesWay ? "takes the place of the oldest" : "is answered for health only",
                most));
  }

  /** Ends those whose deadline is over. */
  synchronized void abortOverdue() {
    long now = nanoTime.getAsLong();
    abortAll(each -> now - each.since >= each.allowed.toNanos());
  }

  /**
   * Ends those that have waited for so long.
   *
   * @return whether there are none any more
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
