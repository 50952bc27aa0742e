package ebb.journal.lease;

import akka.Done;
import akka.actor.ActorSystem;
import akka.actor.ClassicActorSystemProvider;
import akka.actor.CoordinatedShutdown;
import ebb.journal.database.JournalException;
import ebb.journal.database.Transaction;
import ebb.journal.guard.MemberRow;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The members of the cluster that owns this database, a row for each, renewed by the member itself.
 * A cluster may be founded only while none of them lives on the database's clock, and by one
 * instance at a time; so there are never two on one database that can both reach it.
 *
 * <p>Members that the database has not heard of for their time to live may be alive all the same.
 * Whoever founds another cluster then strikes them off as soon as it stands, and a leader strikes
 * off whom its cluster has given up; each finds that at its first renewal, and has to leave,
 * whatever it takes itself for. It writes no event any more from that moment on: each transaction
 * holds the {@link MemberRow}, and to strike off is to delete it.
 */
public final class MemberRegistry {
  /** Any number will do, if nobody else uses it in this database: "Ebb" and what it is for. */
  private static final long LOCK = 0x45626202L;

  private static final String LIVING =
      """
      SELECT owner FROM ebb_lease AS held WHERE name LIKE 'member %' AND name <> ?
      AND greatest(held.expires, pg_postmaster_start_time() + ? * INTERVAL '1 millisecond')
        >= clock_timestamp()
      """;

  private static final String STRIKE_OFF =
      "DELETE FROM ebb_lease WHERE name LIKE 'member %' AND NOT owner = ANY (?)";

  private static final String ENTERED = "SELECT owner FROM ebb_lease WHERE name LIKE 'member %'";

  private static final String FROM_THESE =
      " FROM ebb_lease WHERE name LIKE 'member %' AND owner = ANY (?)";

  private static final String THESE = "SELECT name" + FROM_THESE;

  private static final String STRIKE_OFF_THESE = "DELETE" + FROM_THESE + " RETURNING name";

  private static final String FORMER = "DELETE FROM ebb_lease WHERE name = ? AND owner <> ?";

  private static final String ENTER =
      """
      INSERT INTO ebb_lease (name, owner, expires)
      VALUES (?, ?, clock_timestamp() + ? * INTERVAL '1 millisecond')
      ON CONFLICT (name) DO UPDATE SET expires = excluded.expires
      """;

  private final LeaseDatabase database;
  private final MemberRow own;
  private final LeaseRenewals renewals;
  private final Consumer<String> onLost;

  /** Whether this instance has been entered; before that its row is the mere right to found. */
  private volatile boolean isMember;

  /**
   * Connects to nothing yet.
   *
   * @param onLost called, with a reason, if this instance was entered as a member and has been
   *     evicted; it has to leave
   */
  public MemberRegistry(
      ClassicActorSystemProvider provider, MemberRow own, Consumer<String> onLost) {
    ActorSystem system = provider.classicSystem();
    database = LeaseDatabase.of(system);
    this.own = own;
    this.onLost = onLost;
    renewals = new LeaseRenewals(system, new DbLease(database.table(), own.name(), own.owner()));
    CoordinatedShutdown.get(system)
        .addTask(CoordinatedShutdown.PhaseClusterExitingDone(), "give up the place", this::leave);
  }

  /**
   * Asks for the right to found the cluster, and keeps it once it is given. An instance that loses
   * it need not leave: it may be joining the others, and {@link #enter} refuses it otherwise.
   *
   * @return false while a member of another instance lives, or is about to found it; fails with a
   *     {@link JournalException} if the database does not answer
   */
  public CompletionStage<Boolean> mayFound() {
    return renewals.next(() -> inTurn(Set.of(own.owner()), false));
  }

  /**
   * Enters this instance as a member, and strikes off those that are none.
   *
   * @param members unique addresses of all members, as this one knows them
   * @return false if somebody lives who is not among them: a member that this one does not know
   *     yet, one that was lost a moment ago, or another cluster; fails as {@link #mayFound} does
   */
  public CompletionStage<Boolean> enter(Set<String> members) {
    var known = new HashSet<>(members);
    known.add(own.owner());
    return renewals.next(() -> inTurn(known, true));
  }

  /**
   * Strikes off everybody who is entered and no member, if the lease of the lead is this process's.
   * Once that is done, all that they have ever written can be read, and they write nothing more.
   * One call at a time: each takes a connection for as long as one of them writes. The row of this
   * instance is renewed meanwhile.
   *
   * @param members unique addresses of all members; asked once it is known who is entered, so that
   *     whoever enters meanwhile is not evicted for an old answer
   * @return fails with a {@link JournalException} as long as one of them is left, or the database
   *     does not answer
   */
  public CompletionStage<Done> evictAllBut(Supplier<CompletionStage<Set<String>>> members) {
    return besideRenewals(this::entered)
        .thenCompose(
            entered ->
                members
                    .get()
                    .thenCompose(
                        known -> {
                          entered.removeAll(known);
                          return evict(entered);
                        }));
  }

  private Set<String> entered() throws SQLException {
    try (Connection connection = database.connect();
        PreparedStatement query = connection.prepareStatement(ENTERED)) {
      return new HashSet<>(texts(query));
    }
  }

  private CompletionStage<Done> evict(Set<String> lost) {
    return lost.isEmpty()
        ? CompletableFuture.completedStage(Done.getInstance())
        : besideRenewals(() -> strikeOffNow(lost));
  }

  /** What waits for another member must not keep this one's row from being renewed. */
  private <T> CompletionStage<T> besideRenewals(LeaseRenewals.Work<T> work) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return work.done();
          } catch (SQLException e) {
            throw new JournalException(
                "Cannot read the members from the database: " + e.getMessage(), e);
          }
        },
        database.executor());
  }

  /**
   * Who may lead is unique, so of two parts that both go on it strikes off the other. Whoever has
   * no lease locks no row: the leader could neither write nor renew its own meanwhile. Whoever has
   * it looks for it once more, last, and holds it until the end: to strike off takes as long as
   * what the other one is writing, and it may have become the leader meanwhile.
   */
  private Done strikeOffNow(Set<String> lost) throws SQLException {
    try (Connection connection = database.connect()) {
      return Transaction.of(
          connection,
          transaction -> {
            List<String> names = these(THESE, lost, transaction);
            boolean leads = names.isEmpty() || LeaderTerm.hasLease(transaction);
            if (leads && !names.isEmpty()) {
              names = these(STRIKE_OFF_THESE, lost, transaction);
              leads = names.isEmpty() || LeaderTerm.holdLease(transaction);
            }
            if (!leads) {
              throw new JournalException(
                  "Not evicted yet: "
                      + String.join(", ", names)
                      + "; only the holder of the leader lease may evict it");
            }
            return Done.getInstance();
          });
    }
  }

  private static List<String> these(String names, Set<String> lost, Connection transaction)
      throws SQLException {
    try (PreparedStatement statement = transaction.prepareStatement(names)) {
      statement.setArray(1, owners(transaction, lost));
      return texts(statement);
    }
  }

  /**
   * Nodes and leader live elsewhere by now, and nobody has to wait for the end of this process. If
   * the database does not answer the row expires.
   */
  private CompletionStage<Done> leave() {
    return renewals
        .next(
            () -> {
              renewals.release();
              return Done.getInstance();
            })
        .exceptionally(failure -> Done.getInstance());
  }

  private boolean inTurn(Set<String> known, boolean evict) throws SQLException {
    try (Connection connection = database.connect()) {
      connection.setAutoCommit(false);
      boolean entered = known.containsAll(living(connection));
      if (entered) {
        if (evict) {
          evict(connection, known);
        }
        enter(connection);
      }
      connection.commit();
      if (entered) {
        isMember = isMember || evict;
        renewals.keep(this::lost);
      }
      return entered;
    }
  }

  private void lost(String reason) {
    if (isMember) {
      onLost.accept(reason);
    }
  }

  /** Those of other instances; a former process of this one has ended. */
  private List<String> living(Connection connection) throws SQLException {
    try (Statement lock = connection.createStatement();
        PreparedStatement query = connection.prepareStatement(LIVING)) {
      lock.execute("SELECT pg_advisory_xact_lock(" + LOCK + ")");
      query.setString(1, own.name());
      query.setLong(2, timeToLive());
      return texts(query);
    }
  }

  private static List<String> texts(PreparedStatement query) throws SQLException {
    List<String> texts = new ArrayList<>();
    try (ResultSet rows = query.executeQuery()) {
      while (rows.next()) {
        texts.add(rows.getString(1));
      }
    }
    return texts;
  }

  private static void evict(Connection connection, Set<String> known) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(STRIKE_OFF)) {
      statement.setArray(1, owners(connection, known));
      statement.executeUpdate();
    }
  }

  private static Array owners(Connection connection, Set<String> owners) throws SQLException {
    return connection.createArrayOf("text", owners.toArray());
  }

  /** The row of a former process is not changed but deleted, which waits for what it writes. */
  private void enter(Connection connection) throws SQLException {
    try (PreparedStatement former = connection.prepareStatement(FORMER);
        PreparedStatement enter = connection.prepareStatement(ENTER)) {
      former.setString(1, own.name());
      former.setString(2, own.owner());
      former.executeUpdate();
      enter.setString(1, own.name());
      enter.setString(2, own.owner());
      enter.setLong(3, timeToLive());
      enter.executeUpdate();
    }
  }

  private long timeToLive() {
    return database.settings().timeToLive().toMillis();
  }
}
