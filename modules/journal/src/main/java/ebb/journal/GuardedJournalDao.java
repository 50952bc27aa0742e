package ebb.journal;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import akka.persistence.AtomicWrite;
import akka.persistence.jdbc.config.JournalConfig;
import akka.persistence.jdbc.journal.dao.DefaultJournalDao;
import akka.persistence.jdbc.journal.dao.JournalTables.JournalAkkaSerializationRow;
import akka.serialization.Serialization;
import akka.stream.Materializer;
import ebb.journal.database.ChainHead;
import ebb.journal.database.ChainHeads;
import ebb.journal.database.EventRows;
import ebb.journal.database.JournalSettings;
import ebb.journal.database.TransientSqlErrors;
import ebb.journal.guard.JournalGuard;
import ebb.metrics.ProcessMetrics;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import scala.Tuple2;
import scala.collection.immutable.Seq;
import scala.collection.immutable.Set;
import scala.concurrent.ExecutionContext;
import scala.concurrent.Future;
import scala.jdk.javaapi.CollectionConverters;
import scala.runtime.BoxedUnit;
import scala.util.Failure;
import scala.util.Success;
import scala.util.Try;
import slick.dbio.DBIOAction;
import slick.jdbc.JdbcBackend;
import slick.jdbc.JdbcProfile;
import slick.jdbc.SimpleJdbcAction;

/**
 * Writes events like the plugin, those of several actors in one transaction, but with some
 * differences. Each row has a checksum, and a hash that covers its actor's events up to it. A
 * commit is acknowledged only after {@link JournalGuard} has recorded it. If the database rejects
 * an event, only its actor's part of the batch fails. The recovery of an actor waits until all its
 * former writes, on any instance, are committed or rolled back. No tags are written. The plugin
 * creates this class by name.
 */
public final class GuardedJournalDao extends DefaultJournalDao {
  private final JournalGuard guard;

  /** False with SQLite, where every write is committed or rolled back when it returns. */
  private final boolean writesMayBeUndecided;

  /** The newest event of each actor that this process has recovered or written. */
  private final ChainHeads heads = new ChainHeads();

  public GuardedJournalDao(
      JdbcBackend.DatabaseDef db,
      JdbcProfile profile,
      JournalConfig journalConfig,
      Serialization serialization,
      ExecutionContext ec,
      Materializer mat) {
    super(db, profile, journalConfig, serialization, ec, mat);
    JournalDatabase journal =
        JournalDatabase.openIn(JournalSettings.from(mat.system().settings().config()).directory());
    guard = journal.guard();
    writesMayBeUndecided = journal.isShared();
  }

  /** The database has rejected the events of some actors in a batch; the others are written. */
  private static final class PartlyRefused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Map<String, Throwable> refusals;
    private final transient java.util.Set<String> written;

    /**
     * @param refusals by persistence id
     * @param written persistence ids of all other actors
     */
    PartlyRefused(Map<String, Throwable> refusals, java.util.Set<String> written) {
      super("The database refuses events of " + refusals.keySet());
      this.refusals = refusals;
      this.written = written;
    }
  }

  /** Wraps the cause for Slick, which accepts no checked exception. */
  private static final class DatabaseFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    DatabaseFailedException(SQLException cause) {
      super(cause.getMessage(), cause);
    }
  }

  @Override
  public Future<Seq<Try<BoxedUnit>>> asyncWriteMessages(Seq<AtomicWrite> messages) {
    return super.asyncWriteMessages(messages)
        .transform(
            result ->
                result.isFailure() && result.failed().get() instanceof PartlyRefused partly
                    ? resultOf(messages, partly)
                    : result,
            ec());
  }

  /** All messages are from one actor. It may have had none that could be serialized. */
  private static Try<Seq<Try<BoxedUnit>>> resultOf(
      Seq<AtomicWrite> messages, PartlyRefused partly) {
    String actor = messages.head().persistenceId();
    return partly.written.contains(actor)
        ? new Success<>(CollectionConverters.asScala(List.<Try<BoxedUnit>>of()).toSeq())
        : new Failure<>(partly.refusals.getOrDefault(actor, partly));
  }

  @Override
  public Future<BoxedUnit> writeJournalRows(
      Seq<Tuple2<JournalAkkaSerializationRow, Set<String>>> rows) {
    List<JournalAkkaSerializationRow> all =
        CollectionConverters.asJava(rows).stream().map(Tuple2::_1).toList();
    if (all.isEmpty()) {
      // None of them could be serialized. The plugin reports that to their actor.
      return Future.successful(BoxedUnit.UNIT);
    }
    return write(all)
        .transformWith(
            result -> {
              if (result.isSuccess()) {
                return Future.fromTry(result);
              }
              Throwable failure = result.failed().get();
              if (isRefusal(failure)) {
                return writeEachActors(all, failure);
              }
              guard.failed(failure);
              return failed(failure);
            },
            ec());
  }

  /** Uses raw types, because Scala's type for "no effect" has no name in Java. */
  @SuppressWarnings({"rawtypes", "unchecked"})
  private Future<BoxedUnit> write(List<JournalAkkaSerializationRow> rows) {
    DBIOAction action = new SimpleJdbcAction<>(context -> writeNow(rows, context.connection()));
    return db().run(action);
  }

  private BoxedUnit writeNow(List<JournalAkkaSerializationRow> rows, Connection connection) {
    long began = System.nanoTime();
    try {
      heads.put(
          guard.inTransaction(
              connection,
              transaction -> {
                guard.requireEvents(transaction);
                return EventRows.insert(rows, heads, transaction);
              }));
    } catch (SQLException e) {
      throw new DatabaseFailedException(e);
    }
    ProcessMetrics.JOURNAL_WRITES.observe(Duration.ofNanos(System.nanoTime() - began));
    ProcessMetrics.JOURNAL_EVENTS.add(rows.size());
    JournalAkkaSerializationRow last = rows.get(rows.size() - 1);
    guard.eventsCommitted(
        last.persistenceId(), last.sequenceNumber(), Instant.ofEpochMilli(last.writeTimestamp()));
    return BoxedUnit.UNIT;
  }

  private Future<BoxedUnit> writeEachActors(
      List<JournalAkkaSerializationRow> rows, Throwable failure) {
    Map<String, List<JournalAkkaSerializationRow>> byActor =
        rows.stream()
            .collect(
                groupingBy(
                    JournalAkkaSerializationRow::persistenceId, LinkedHashMap::new, toList()));
    return byActor.size() == 1
        ? failed(failure)
        : writeNext(byActor.entrySet().iterator(), new HashMap<>(), new HashSet<>());
  }

  /** Writes the events of one actor after the other. */
  private Future<BoxedUnit> writeNext(
      Iterator<Map.Entry<String, List<JournalAkkaSerializationRow>>> actors,
      Map<String, Throwable> refusals,
      java.util.Set<String> written) {
    if (!actors.hasNext()) {
      return refusals.isEmpty()
          ? Future.successful(BoxedUnit.UNIT)
          : failed(new PartlyRefused(refusals, written));
    }
    var next = actors.next();
    return write(next.getValue())
        .transformWith(
            result -> {
              if (result.isSuccess()) {
                written.add(next.getKey());
              } else {
                Throwable failure = result.failed().get();
                refusals.put(next.getKey(), failure);
                if (!isRefusal(failure)) {
                  guard.failed(failure);
                }
              }
              return writeNext(actors, refusals, written);
            },
            ec());
  }

  /** Called at the beginning of an actor's recovery. */
  @Override
  @SuppressWarnings({"rawtypes", "unchecked"})
  public Future<Object> highestSequenceNr(String persistenceId, long from) {
    DBIOAction action =
        new SimpleJdbcAction<>(context -> last(persistenceId, context.connection()));
    return db().run(action);
  }

  private Long last(String persistenceId, Connection connection) {
    try {
      ChainHead last =
          writesMayBeUndecided
              ? EventRows.lastDecided(persistenceId, connection)
              : EventRows.last(persistenceId, connection);
      heads.put(Map.of(persistenceId, last));
      return last.sequenceNumber();
    } catch (SQLException e) {
      throw new DatabaseFailedException(e);
    }
  }

  private static Future<BoxedUnit> failed(Throwable failure) {
    return Future.fromTry(new Failure<>(failure));
  }

  /** Whether the write would fail again, because of one of its rows. */
  private static boolean isRefusal(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException refusal && !TransientSqlErrors.mayPass(refusal)) {
        return true;
      }
    }
    return false;
  }
}
