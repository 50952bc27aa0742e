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
 * The members of the cluster that owns this database. Each member has a row, and renews it. A
 * cluster may be founded only while no member's row is valid on the database's clock, and by one
 * instance at a time. So there are never two clusters on one database that can both reach it.
 *
 * <p>A member that has not renewed its row for the time to live may still be alive. The founder of
 * another cluster evicts such members as soon as its cluster exists, and a leader evicts members
 * that its cluster has removed. An evicted member notices that at its next renewal, and must leave,
 * whatever state it considers itself in. After the eviction it can write no event, because each
 * transaction locks the {@link MemberRow}, and eviction deletes it.
 */
public final class MemberRegistry {
  /** Any number that is not used otherwise in this database: "Ebb" and its purpose. */
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

  /** Whether this instance was entered as a member. Before, its row is only the right to found. */
  private volatile boolean isMember;

  /**
   * Does not connect yet.
   *
   * @param onLost called with a reason if this instance was entered as a member and has been
   *     evicted; it must leave then
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
   * Requests the right to found the cluster, and keeps it once it is granted. An instance that
   * loses it need not leave: it may be joining the others, and otherwise {@link #enter} rejects it.
   *
   * @return false while another instance is alive as a member, or has this right; fails with a
   *     {@link JournalException} if the database does not answer
   */
  public CompletionStage<Boolean> mayFound() {
    return renewals.next(() -> inTurn(Set.of(own.owner()), false));
  }

  /**
   * Enters this instance as a member, and evicts all that are not members.
   *
   * @param members unique addresses of all members that this instance knows
   * @return false if another instance is alive that is not among them: a member that this instance
   *     does not know yet, one that was lost just now, or one of another cluster; fails like {@link
   *     #mayFound}
   */
  public CompletionStage<Boolean> enter(Set<String> members) {
    var known = new HashSet<>(members);
    known.add(own.owner());
    return renewals.next(() -> inTurn(known, true));
  }

  /**
   * Evicts every entered instance that is not a member, if this process holds the leader lease.
   * After that, everything that the evicted instances have written can be read, and they can write
   * no more. One call at a time: each occupies a connection while one of these instances completes
   * a write. The row of this instance is still renewed during the call.
   *
   * @param members supplies the unique addresses of all members; called after the entered instances
   *     were read, so that an instance that enters in between is not evicted
   * @return fails with a {@link JournalException} if one of these instances is left, or the
   *     database does not answer
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

  /** Work that waits for another member must not delay the renewal of this member's row. */
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
   * Only one process can hold the leader lease, so if two parts of a cluster both continue, one of
   * them evicts the other. A process without the lease locks no row, because the leader could then
   * neither write nor renew its own row. A process with the lease checks it again at the end, and
   * holds it until the commit: eviction waits until the other instance has completed its write, and
   * that instance may have become the leader in the meantime.
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
   * Releases the row. The nodes and the leader run elsewhere by now, and nobody needs to wait for
   * this process to end. If the database does not answer, the row expires.
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

  /** Owners of valid rows of other instances; a former process of this instance has ended. */
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

  /** Deletes the row of a former process instead of updating it: that waits for its writes. */
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
