package ebb.journal;

import akka.actor.ClassicActorSystemProvider;
import com.typesafe.config.Config;
import ebb.journal.clock.DatabaseTime;
import ebb.journal.clock.SteadyClock;
import ebb.journal.clock.TimeReference;
import ebb.journal.database.Database;
import ebb.journal.database.FolderLock;
import ebb.journal.database.JournalException;
import ebb.journal.database.JournalInUseException;
import ebb.journal.database.JournalSettings;
import ebb.journal.database.SqliteFile;
import ebb.journal.database.SqliteLibrary;
import ebb.journal.guard.FencedStore;
import ebb.journal.guard.FencedTransactions;
import ebb.journal.guard.JournalGuard;
import ebb.journal.guard.LostWriteException;
import ebb.journal.guard.MemberRow;
import ebb.journal.guard.Watermarks;
import ebb.journal.lease.InstanceLock;
import ebb.journal.lease.LeaderTerm;
import ebb.journal.lease.LeaseTable;
import ebb.journal.lease.MemberRegistry;
import ebb.journal.replay.JournalReader;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The open journal of this process. It is opened before the actor system starts, and closed after
 * the actor system has ended. While it is open, no other process can use its folder.
 *
 * <p>Acknowledged writes survive a crash of the process or the machine: both databases call fsync
 * for each commit. A journal that has lost an acknowledged write is not opened.
 */
public final class JournalDatabase implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(JournalDatabase.class);

  /** Path of the configuration of Akka's lease in this database; with PostgreSQL only. */
  public static final String LEASE = "ebb-lease";

  /** Clocks of different machines drift apart by some milliseconds per minute. */
  private static final Duration CHECK_CLOCK_EVERY = Duration.ofSeconds(10);

  /** While nothing is written, this bounds how late an unwritable database is noticed. */
  private static final Duration PROBE_EVERY = Duration.ofSeconds(5);

  /** A probe that takes longer counts as failed. */
  private static final Duration PROBE_TIMEOUT = Duration.ofSeconds(3);

  private static final String BLOCKING_DISPATCHER = "ebb.blocking-dispatcher";

  /** One journal for each folder that this process has locked. */
  private static final Map<Path, JournalDatabase> OPEN = new ConcurrentHashMap<>();

  private final JournalSettings settings;
  private final Database database;
  private final FolderLock lock;
  private final JournalGuard guard;

  /** Kept open with SQLite, which cleans up its files whenever the last connection closes. */
  private final Optional<Connection> held;

  private JournalDatabase(
      JournalSettings settings,
      Database database,
      FolderLock lock,
      JournalGuard guard,
      Optional<Connection> held) {
    this.settings = settings;
    this.database = database;
    this.lock = lock;
    this.guard = guard;
    this.held = held;
  }

  /**
   * Opens an existing journal. Blocks.
   *
   * @throws JournalInUseException immediately, if another process uses the folder
   * @throws LostWriteException if the journal lacks a write that this instance acknowledged
   * @throws JournalException if there is no journal, or it cannot be opened for another reason
   */
  public static JournalDatabase open(JournalSettings settings) {
    Database database = settings.database();
    try {
      FolderLock lock = FolderLock.of(settings.directory());
      try {
        loadLibrary(settings);
        JournalDatabase opened = open(settings, database, lock);
        OPEN.put(settings.directory(), opened);
        return opened;
      } catch (IOException | SQLException | RuntimeException e) {
        lock.close();
        throw e;
      }
    } catch (IOException e) {
      throw cannotUse(settings.directory(), e);
    } catch (SQLException e) {
      throw database.explain(e);
    }
  }

  private static void createTables(Database database, Connection connection, JournalGuard guard)
      throws SQLException {
    try {
      database.createTables(connection);
    } catch (SQLException e) {
      guard.close();
      throw e;
    }
  }

  static void loadLibrary(JournalSettings settings) throws IOException {
    if (!settings.isShared()) {
      SqliteLibrary.loadFrom(settings.directory());
    }
  }

  private static JournalDatabase open(JournalSettings settings, Database database, FolderLock lock)
      throws IOException, SQLException {
    if (!database.exists()) {
      throw Watermarks.gone(database.place(), settings.directory());
    }
    Connection connection = database.connect();
    try {
      Database.requireNoDamage(database.damageAtStart(connection), database);
      // Known losses are reported before possible ones.
      JournalGuard.requireRemembered(database, settings.directory(), connection);
      database.requireNoCopyInUse(connection);
      JournalGuard guard =
          JournalGuard.open(settings.database(PROBE_TIMEOUT), settings.directory(), connection);
      createTables(database, connection, guard);
      if (settings.isShared()) {
        connection.close();
        return new JournalDatabase(settings, database, lock, guard, Optional.empty());
      }
      SqliteFile.in(settings.directory()).take(connection);
      return new JournalDatabase(settings, database, lock, guard, Optional.of(connection));
    } catch (IOException | SQLException | RuntimeException e) {
      connection.close();
      throw e;
    }
  }

  static JournalException cannotUse(Path directory, IOException e) {
    return new JournalException(
        "Cannot use the folder " + directory + ": " + JournalException.reasonOf(e), e);
  }

  /** The journal that this process has open in a folder. */
  static JournalDatabase openIn(Path directory) {
    JournalDatabase open = OPEN.get(directory);
    if (open == null) {
      throw new IllegalStateException("No journal is open in " + directory);
    }
    return open;
  }

  public JournalGuard guard() {
    return guard;
  }

  boolean isShared() {
    return settings.isShared();
  }

  /**
   * Starts to check regularly that the journal can be written and has all acknowledged writes.
   *
   * @param onLostWrite called with a one-line reason if one is missing; this instance must end then
   */
  public void watch(ClassicActorSystemProvider system, Consumer<String> onLostWrite) {
    guard.onLostWrite(onLostWrite);
    every(PROBE_EVERY, system, guard::probe);
  }

  /**
   * Why this instance has lost a row in the database. If the database was replaced, that is the
   * reason: a replaced database has rows of another time. Blocks for a moment.
   *
   * @param loss the apparent reason, returned if the journal has everything
   */
  public String reasonOf(String loss) {
    guard.probe();
    return guard.loss().orElse(loss);
  }

  /** Why the journal cannot be written; empty while it can. */
  public Optional<String> problem() {
    return guard.problem();
  }

  private static void every(
      Duration interval, ClassicActorSystemProvider system, Runnable blocking) {
    system
        .classicSystem()
        .scheduler()
        .scheduleWithFixedDelay(
            interval,
            interval,
            blocking,
            system.classicSystem().dispatchers().lookup(BLOCKING_DISPATCHER));
  }

  /** A reader in which each query sees what is committed when the query begins. Blocks. */
  public JournalReader reader() {
    return JournalReader.openLive(database);
  }

  /** The size of the file with its log; empty with PostgreSQL: the server is a better source. */
  public OptionalLong sizeInBytes() {
    return database instanceof SqliteFile sqlite
        ? OptionalLong.of(sqlite.sizeInBytes())
        : OptionalLong.empty();
  }

  /** The location of the journal: a file, or a URL without credentials. */
  public String place() {
    return database.place();
  }

  /** Makes Akka Persistence use this journal; must take precedence over all other configuration. */
  public Config akkaConfig() {
    return AkkaPersistenceConfig.of(settings, database);
  }

  /**
   * Makes sure that no other process runs under the name of this instance. Blocks: after a kill it
   * may wait until the lock of the killed process expires. SQLite needs none: its folder is locked.
   *
   * @return the lock, which must be kept while this process runs; empty with SQLite
   * @throws JournalException with one line if another process runs under that name, or if the
   *     database cannot be used
   */
  public Optional<InstanceLock> claim(String instance) {
    if (!settings.isShared()) {
      return Optional.empty();
    }
    try {
      return Optional.of(InstanceLock.of(instance, leases(), settings.lease()));
    } catch (SQLException e) {
      throw database.explain(e);
    }
  }

  /**
   * The members of the cluster on this database; with PostgreSQL only. After this call, this
   * process writes events only while it is entered as a member.
   *
   * @param instance the name of this instance, which no other process has
   * @param self unique address of this member, in the same form as in {@link MemberRegistry#enter}
   * @param onLost called with a reason if this instance has been evicted; it must leave then
   */
  public MemberRegistry members(
      ClassicActorSystemProvider system, String instance, String self, Consumer<String> onLost) {
    MemberRow row = new MemberRow(MemberRow.PREFIX + instance, self);
    guard.writeAs(row);
    return new MemberRegistry(system, row, onLost);
  }

  private LeaseTable leases() {
    return new LeaseTable(database::connect, settings.lease().timeToLive());
  }

  /**
   * Makes sure that no instance runs on this journal. With SQLite none can, because this process
   * has locked the folder.
   *
   * @throws JournalException with one line if an instance runs, or if the database cannot be used
   */
  public void requireNoInstance() {
    if (settings.isShared()) {
      try {
        InstanceLock.requireNone(leases(), settings.lease());
      } catch (SQLException e) {
        throw database.explain(e);
      }
    }
  }

  /**
   * The key by which the instances that share this journal authenticate each other; with PostgreSQL
   * only. Blocks.
   *
   * @param generator makes a new key if there is none yet
   * @throws JournalException if the database cannot be used
   */
  public ClusterKey clusterKey(Supplier<ClusterKey> generator) {
    try (Connection connection = database.connect()) {
      return ClusterKey.in(connection, generator);
    } catch (SQLException e) {
      throw database.explain(e);
    }
  }

  /** The leader term in this journal, for a caller that has made sure that no instance leads. */
  public LeaderTerm leaderTerm() {
    return new LeaderTerm(database::connect, guard, false);
  }

  /**
   * Like {@link #leaderTerm}, for the leading instance: with PostgreSQL it takes a term only while
   * this process holds the lease of Akka's cluster singleton.
   */
  public LeaderTerm leaderTermUnderLease() {
    return new LeaderTerm(database::connect, guard, settings.isShared());
  }

  /**
   * The wall clock of this process. It follows the clock that all instances on this journal share:
   * the database's, or the machine's if there is only one instance. Blocks for a moment.
   *
   * @param system regularly compares the two clocks after this call
   * @throws JournalException if the time cannot be read from the database
   */
  public SteadyClock clock(ClassicActorSystemProvider system) {
    TimeReference reference =
        settings.isShared()
            ? new DatabaseTime(database::connect)
            : new TimeReference.OfMachine(Clock.systemUTC());
    try {
      SteadyClock clock = SteadyClock.start(reference, System::nanoTime);
      every(CHECK_CLOCK_EVERY, system, clock::check);
      return clock;
    } catch (SQLException e) {
      throw database.explain(e);
    }
  }

  /**
   * The rows that the leader of a term keeps here, over separate connections. Connects on first
   * use.
   *
   * @param term the leader's term
   */
  public FencedStore fencedStore(long term) {
    return new FencedStore(transactions(term));
  }

  /** The rows of a kind that leaders have stored here, for any instance. Blocks for a moment. */
  public List<FencedStore.Row> leaderRows(String kind) {
    try (Connection connection = database.connectForReading()) {
      return FencedStore.select(kind, connection);
    } catch (SQLException e) {
      throw database.explain(e);
    }
  }

  public FencedTransactions transactions(long term) {
    return FencedTransactions.of(database, term, guard, settings);
  }

  /**
   * Closes this journal when the system has ended, after the plugin's pool. The system's
   * termination, and with it the last phase of its CoordinatedShutdown, waits for that. Call this
   * right after the system is created, because termination hooks run in reverse order of their
   * registration.
   */
  public void closeAfter(ClassicActorSystemProvider system) {
    system.classicSystem().registerOnTermination(this::close);
  }

  private static void release(Connection last) throws SQLException {
    try (last) {
      SqliteFile.release(last);
    }
  }

  /**
   * Closes the database. Never throws, because everything acknowledged is in it already. A second
   * call does nothing.
   */
  @Override
  public synchronized void close() {
    if (OPEN.remove(settings.directory(), this)) {
      try (lock;
          guard) {
        if (held.isPresent()) {
          release(held.get());
        }
      } catch (IOException | SQLException e) {
        LOG.warn("The journal {} was not closed cleanly; nothing is lost", place(), e);
      }
    }
  }
}
