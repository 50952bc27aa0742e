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
 * Makes sure that no write that this process has acknowledged can be lost unnoticed, and keeps
 * track of whether the journal can be written. Each commit is recorded in {@link Watermarks} before
 * it is acknowledged. The watermarks are compared with the database at every start and every write.
 *
 * <p>Safe for use by several threads. Its methods block.
 */
public final class JournalGuard implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(JournalGuard.class);

  private static final String PROBE = "UPDATE \"ebb_journal\" SET \"probed_at\" = ?";

  private final Database database;
  private final Watermarks marks;

  /** The database's file, if it has one that this process could lose. */
  private final Optional<FileInPlace> file;

  /** With SQLite only one thread may write at a time; the one that has waited longest is next. */
  private final ReentrantLock turn = new ReentrantLock(true);

  private volatile Consumer<String> onLostWrite = reason -> {};

  /** The member as which this process writes events; empty if no member row is required. */
  private volatile Optional<MemberRow> member = Optional.empty();

  /** Whether this process has written events since the last probe. */
  private volatile boolean writesEvents;

  /** Why the journal cannot be written; null while it can. */
  private volatile @Nullable String problem;

  /** Whether a write has failed since the last probe. */
  private volatile boolean hasFailed;

  /** What the journal was found to lack; null while it has everything. */
  private volatile @Nullable String loss;

  private JournalGuard(Database database, Watermarks marks, Optional<FileInPlace> file) {
    this.database = database;
    this.marks = marks;
    this.file = file;
  }

  /**
   * Opens the watermarks of a journal, after comparing them with the database.
   *
   * @param database used for probes; needs a short statement timeout with PostgreSQL
   * @throws LostWriteException if the database lacks an acknowledged write
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
   * Must be called before {@link #open}. Writes nothing to the directory.
   *
   * @throws LostWriteException if the journal lacks a write that an instance with this directory
   *     has acknowledged; the other instances then refuse the journal, too
   */
  public static void requireRemembered(Database database, Path directory, Connection connection)
      throws IOException, SQLException {
    try {
      Watermarks.require(Watermarks.read(directory), directory, database.place(), connection);
    } catch (LostWriteException e) {
      Watermarks.remembered(directory).ifPresent(mark -> disown(database, mark.journal()));
      throw e;
    }
  }

  /** A write that is missing from a shared journal is missing for all instances. */
  private static void disown(Database database, String journal) {
    try {
      database.disown(journal);
    } catch (SQLException e) {
      LOG.warn("Cannot tell other instances that the journal lacks a write: {}", e.getMessage());
    }
  }

  /**
   * Sets the action for a journal that is found to lack an acknowledged write while this process
   * runs.
   *
   * @param action called with a one-line reason; should end this process; may be called several
   *     times
   */
  public void onLostWrite(Consumer<String> action) {
    onLostWrite = action;
  }

  /** After this call, no event is written and no term is taken unless this row exists. */
  public void writeAs(MemberRow row) {
    member = Optional.of(row);
  }

  /** Does all of the work or none of it. With SQLite, one thread of this process at a time. */
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

  /** Reads one consistent state, and does not keep others from writing. */
  <T> T inReadTransaction(Connection connection, Transaction.Work<T> work) throws SQLException {
    // One statement of SQLite sees one state anyway, and a transaction would keep others waiting.
    return file.isEmpty() ? Transaction.of(connection, work) : work.in(connection);
  }

  /**
   * Must be called within each transaction that writes events or takes a term, before the first
   * write. Otherwise an event that follows a lost one would leave a gap, or a member that the
   * cluster has evicted would write events of nodes that run elsewhere by then.
   *
   * @throws LostWriteException if the database has lost an acknowledged event
   * @throws JournalException if this process is no longer a member
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
   * Must be called when events are committed, before they are acknowledged. One call at a time, in
   * the order of the commits.
   *
   * @param persistenceId persistence id of the last event
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
   * Must be called within a leader's transaction.
   *
   * @param commits the number of the transaction
   * @throws LostWriteException if this number, or a later one, was acknowledged before
   */
  void requireNext(long commits) {
    guarded(() -> marks.requireNext(commits));
  }

  /**
   * Must be called when a leader's transaction is committed, before it is acknowledged.
   *
   * @throws JournalException if the transaction may not be acknowledged
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

  /** Records that a write has failed, for a reason that may be temporary. */
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
   * Tries to write, compares the watermarks with the database, and records the newest writes of
   * other instances. The watermarks of an instance that rarely writes are thus nearly as recent as
   * theirs.
   */
  public void probe() {
    boolean follows = !writesEvents;
    writesEvents = false;
    boolean failing = hasFailed;
    hasFailed = false;
    try {
      // First, because no connection can be opened to a file that was removed.
      guarded(this::requireFile);
      writeAndCompare(follows);
      // A full disk may have room for the probe's row, but not for a batch of events.
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

  /** Writes first: a server that accepts only reads may be behind, and does not prove a loss. */
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
                  // No lock: an eviction would make the probes of all instances wait.
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

  /**
   * Advances the watermarks to the newest writes in the database, by any instance. The newest event
   * replaces this process's own, which is older than the last probe.
   */
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

  /** Never goes back: of two concurrent commits, the later one may be recorded first. */
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
    } catch (LostWriteException e) {
      disown(database, marks.events().newest().journal());
      lost(String.valueOf(e.getMessage()));
      throw e;
    } catch (FileNotFoundException e) {
      lost(e.getMessage() + "; bring it back, or restore a backup with 'ebb journal restore'");
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

  /** The acknowledged write that the journal lacks; empty while no loss is known. */
  public Optional<String> loss() {
    return Optional.ofNullable(loss);
  }

  private void lost(String reason) {
    problem = reason;
    loss = reason;
    onLostWrite.accept(reason);
  }

  @Override
  public void close() {
    marks.close();
  }
}
