package ebb.journal.guard;

import ebb.journal.database.Database;
import ebb.journal.database.FileInPlace;
import ebb.journal.database.JournalException;
import ebb.journal.database.SqliteFile;
import ebb.journal.database.Transaction;
import ebb.metrics.ProcessMetrics;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sees to it that this process acknowledges nothing that the journal may lose without a word, and
 * knows whether the journal can be written. What is committed is remembered in {@link Watermarks}
 * before anybody is told, and compared with the database at every start and every write.
 *
 * <p>Safe for use by several threads. Its methods block.
 */
public final class JournalGuard implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(JournalGuard.class);

  private static final String PROBE = "UPDATE \"ebb_journal\" SET \"probed_at\" = ?";

  private final Database database;
  private final Watermarks marks;

  /** The database's, if it has one that this process could lose. */
  private final Optional<FileInPlace> file;

  /** With SQLite one may write at a time, and whoever has waited longest comes first. */
  private final ReentrantLock turn = new ReentrantLock(true);

  private volatile Consumer<String> onForgotten = reason -> {};

  /** As whom this process writes events; empty if nobody asks. */
  private volatile Optional<MemberRow> member = Optional.empty();

  /** Whether this process has written events since the last probe. */
  private volatile boolean writesEvents;

  /** Why the journal cannot be written; null while it can. */
  private volatile @Nullable String problem;

  /** Whether a write has failed since the last probe. */
  private volatile boolean hasFailed;

  /** What the journal turned out to lack; null while it has everything. */
  private volatile @Nullable String forgotten;

  private JournalGuard(Database database, Watermarks marks, Optional<FileInPlace> file) {
    this.database = database;
    this.marks = marks;
    this.file = file;
  }

  /**
   * @param database for probes; a PostgreSQL server should not keep them waiting
   * @throws ForgottenWriteException if the database lacks what was acknowledged
   */
  public static JournalGuard open(Database database, Path directory, Connection connection)
      throws SQLException, IOException {
    Optional<FileInPlace> file =
        database instanceof SqliteFile sqlite
            ? Optional.of(FileInPlace.of(sqlite.file()))
            : Optional.empty();
    return new JournalGuard(
        database, Watermarks.open(directory, database.place(), connection), file);
  }

  /**
   * To be called before {@link #open}; writes nothing to the directory.
   *
   * @throws ForgottenWriteException if the journal lacks what an instance with this directory has
   *     acknowledged; the other instances are told
   */
  public static void requireRemembered(Database database, Path directory, Connection connection)
      throws IOException, SQLException {
    try {
      Watermarks.require(Watermarks.read(directory), directory, database.place(), connection);
    } catch (ForgottenWriteException e) {
      Watermarks.remembered(directory).ifPresent(mark -> disown(database, mark.journal()));
      throw e;
    }
  }

  /** What is missing from a shared journal is missing for all instances. */
  private static void disown(Database database, String journal) {
    try {
      database.disown(journal);
    } catch (SQLException e) {
      LOG.warn("Cannot tell other instances that the journal lacks a write: {}", e.getMessage());
    }
  }

  /**
   * @param action called with the reason, in one line, when the journal turns out to have forgotten
   *     something while this process runs, which should end then; may be called several times
   */
  public void onForgotten(Consumer<String> action) {
    onForgotten = action;
  }

  /** Nothing is written from now on unless this row is there. */
  public void writeAs(MemberRow row) {
    member = Optional.of(row);
  }

  /** Does all of it or nothing, in turn with everybody else of this process. */
  public <T> T inTransaction(Connection connection, Transaction.Work<T> work) throws SQLException {
    if (file.isEmpty()) {
      return Transaction.of(connection, work);
    }
    turn.lock();
    try {
      return Transaction.of(connection, work);
    } finally {
      turn.unlock();
    }
  }

  /** Reads what belongs together, and keeps nobody from writing. */
  <T> T inReadTransaction(Connection connection, Transaction.Work<T> work) throws SQLException {
    // A statement of SQLite sees one state by itself, and a transaction would keep others waiting.
    return file.isEmpty() ? Transaction.of(connection, work) : work.in(connection);
  }

  /**
   * To be called within a transaction that writes events or takes the lead, before anything is
   * written: an event that follows from a forgotten one would leave a gap, and the nodes of a
   * member that the cluster has given up live elsewhere.
   *
   * @throws ForgottenWriteException if the database has forgotten an acknowledged event
   * @throws JournalException if this process is no member any more
   */
  public void requireEvents(Connection transaction) {
    writesEvents = true;
    guarded(
        () -> {
          requireFile();
          if (member.isPresent()) {
            member.get().hold(transaction);
          }
          marks.requireEvents(transaction);
        });
  }

  /**
   * To be called when events are committed, before anybody is told. One caller at a time, in the
   * order of the commits.
   *
   * @param persistenceId of the last event
   * @throws JournalException if they may not be acknowledged
   */
  public void eventsCommitted(String persistenceId, long sequenceNumber, Instant written) {
    guarded(
        () -> {
          WatermarkFile mark = marks.events();
          mark.advance(
              new Watermark(mark.newest().journal(), persistenceId, sequenceNumber, written));
        });
    problem = null;
  }

  /**
   * To be called within a leader's transaction.
   *
   * @param commits its number
   * @throws ForgottenWriteException if a later one was acknowledged before
   */
  void requireNext(long commits) {
    guarded(() -> marks.requireNext(commits));
  }

  /**
   * To be called when a leader's transaction is committed, before anybody is told.
   *
   * @throws JournalException if it may not be acknowledged
   */
  void leaderCommitted(long term, long commits) {
    guarded(
        () -> {
          requireFile();
          advance(
              Watermark.ofLeader(
                  marks.fencedStore().newest().journal(),
                  term,
                  commits,
                  Clock.systemUTC().instant().truncatedTo(ChronoUnit.MILLIS)));
        });
  }

  /** A write has failed, for a reason that may pass. */
  public void failed(Throwable reason) {
    ProcessMetrics.JOURNAL_ERRORS.increment();
    String text = String.valueOf(reason.getMessage()).replaceAll("\\s+", " ");
    if (problem == null) {
      LOG.warn("The journal {} cannot be written: {}", database.place(), text);
    }
    problem = text;
    hasFailed = true;
  }

  /** Why the journal cannot be written; empty while it can. */
  public Optional<String> problem() {
    return Optional.ofNullable(problem);
  }

  /**
   * Compares what is remembered with the database, tries to write, and remembers what others have
   * written, so that an instance that writes seldom knows nearly as much as they do.
   */
  public void probe() {
    boolean follows = !writesEvents;
    writesEvents = false;
    boolean failing = hasFailed;
    hasFailed = false;
    try {
      // No connection leads to a file that was removed.
      guarded(this::requireFile);
      writeAndCompare(follows);
      // Where a row fits, a batch may not.
      if (problem != null && !failing) {
        LOG.info("The journal {} can be written again", database.place());
        problem = null;
      }
    } catch (JournalException e) {
      LOG.debug("The journal is not as it should be", e);
    } catch (SQLException | RuntimeException e) {
      failed(e);
    }
  }

  /** Writes first: a server that only takes reads may be behind, and is no proof of a loss. */
  private void writeAndCompare(boolean follows) throws SQLException {
    try (Connection connection = database.connect();
        PreparedStatement probe = connection.prepareStatement(PROBE)) {
      guarded(
          () -> {
            probe.setLong(1, Clock.systemUTC().millis());
            inTransaction(
                connection,
                transaction -> {
                  int rows = probe.executeUpdate();
                  marks.requireEvents(transaction);
                  // No lock: the probes of all instances would wait for a strike-off.
                  if (member.isPresent()) {
                    member.get().require(transaction);
                  }
                  return rows;
                });
            if (follows) {
              follow(connection);
            }
          });
    }
  }

  /** What somebody else wrote last stands for ours, which is older than a probe. */
  private void follow(Connection connection) throws SQLException, IOException {
    WatermarkFile events = marks.events();
    String journal = events.newest().journal();
    Watermark event = JournalPart.EVENTS.newest(journal, connection);
    synchronized (events) {
      if (!event.equals(events.newest()) && !writesEvents) {
        events.advance(event);
      }
    }
    advance(JournalPart.LEADER_ROWS.newest(journal, connection));
  }

  /** Of two that are committed at the same time the later one may come first. */
  private void advance(Watermark leaderCommit) throws IOException {
    WatermarkFile mark = marks.fencedStore();
    synchronized (mark) {
      if (mark.newest().number() < leaderCommit.number()) {
        mark.advance(leaderCommit);
      }
    }
  }

  private void requireFile() throws IOException {
    marks.requireInPlace();
    if (file.isPresent()) {
      file.get().requireInPlace();
    }
  }

  private interface Work {
    void run() throws SQLException, IOException;
  }

  private void guarded(Work work) {
    try {
      work.run();
    } catch (ForgottenWriteException e) {
      disown(database, marks.events().newest().journal());
      forgotten(String.valueOf(e.getMessage()));
      throw e;
    } catch (FileNotFoundException e) {
      forgotten(e.getMessage() + "; bring it back, or restore a backup with 'ebb journal restore'");
      throw new JournalException(String.valueOf(e.getMessage()), e);
    } catch (IOException e) {
      failed(e);
      throw new JournalException(
          "Cannot write to " + marks.directory() + ": " + JournalException.reasonOf(e), e);
    } catch (SQLException e) {
      failed(e);
      throw database.explain(e);
    }
  }

  /** What the journal lacks that was acknowledged; empty as far as is known. */
  public Optional<String> forgotten() {
    return Optional.ofNullable(forgotten);
  }

  private void forgotten(String reason) {
    problem = reason;
    forgotten = reason;
    onForgotten.accept(reason);
  }

  @Override
  public void close() {
    marks.close();
  }
}
