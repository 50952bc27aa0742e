package ebb.journal;

import akka.Done;
import akka.actor.ActorSystem;
import akka.actor.ClassicActorSystemProvider;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * The members of the cluster that owns this database, a row for each, renewed by the member itself.
 * A cluster may be founded only while none of them lives on the database's clock, and by one
 * instance at a time; so there are never two on one database that can both reach it.
 *
 * <p>Members that the database has not heard of for their time to live may be alive all the same.
 * Whoever founds another cluster then strikes them off as soon as it stands, and a leader whose
 * cluster has given a member up strikes that one off; each finds that at its first renewal, and has
 * to leave, whatever it takes itself for. Until then it cannot write anything.
 */
public final class ClusterRoster {
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

  /** The one who leads is unique, so of two parts that both go on it strikes off the other. */
  private static final String STRIKE_OFF_LOST =
      """
      DELETE FROM ebb_lease WHERE name LIKE 'member %' AND owner = ANY (?)
      AND ? = (SELECT "term" FROM "ebb_leader_term")
      """;

  private static final String ENTER =
      """
      INSERT INTO ebb_lease (name, owner, expires)
      VALUES (?, ?, clock_timestamp() + ? * INTERVAL '1 millisecond')
      ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, expires = excluded.expires
      """;

  private final LeaseDatabase database;
  private final String name;
  private final String self;
  private final LeaseRenewals renewals;
  private final Consumer<String> onLost;

  /**
   * Connects to nothing yet.
   *
   * @param instance whose name nobody else has
   * @param self unique address of this member, as {@link #enter} is told those of all members
   * @param onLost called, with a reason, if this instance has been struck off; it has to leave
   */
  public ClusterRoster(
      ClassicActorSystemProvider provider, String instance, String self, Consumer<String> onLost) {
    ActorSystem system = provider.classicSystem();
    database = LeaseDatabase.of(system);
    name = "member " + instance;
    this.self = self;
    this.onLost = onLost;
    RowLease row = new RowLease(database.table(), name, self);
    renewals = new LeaseRenewals(system, row);
    InstanceClaim.releaseAtTheEnd(system, row);
  }

  /**
   * Asks for the right to found the cluster, and keeps it once it is given.
   *
   * @return false while a member of another instance lives, or is about to found it; fails with a
   *     {@link JournalException} if the database does not answer
   */
  public CompletionStage<Boolean> mayFound() {
    return renewals.next(() -> inTurn(Set.of(self), false));
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
    known.add(self);
    return renewals.next(() -> inTurn(known, true));
  }

  /**
   * Strikes off members that the leader's cluster has given up; no effect if somebody else has
   * taken a term since.
   *
   * @param term in which this instance leads
   * @param lost unique addresses
   * @return complete when it is done; fails as {@link #mayFound} does
   */
  public CompletionStage<Done> strikeOffLost(long term, Set<String> lost) {
    return renewals.next(
        () -> {
          try (Connection connection = database.connect();
              PreparedStatement statement = connection.prepareStatement(STRIKE_OFF_LOST)) {
            statement.setArray(1, owners(connection, lost));
            statement.setLong(2, term);
            statement.executeUpdate();
            return Done.getInstance();
          }
        });
  }

  private boolean inTurn(Set<String> known, boolean strikeOff) throws SQLException {
    try (Connection connection = database.connect()) {
      connection.setAutoCommit(false);
      boolean entered = known.containsAll(living(connection));
      if (entered) {
        if (strikeOff) {
          strikeOff(connection, known);
        }
        enter(connection);
      }
      connection.commit();
      if (entered) {
        renewals.keep(onLost);
      }
      return entered;
    }
  }

  /** Those of other instances; a former process of this one has ended. */
  private Set<String> living(Connection connection) throws SQLException {
    try (Statement lock = connection.createStatement();
        PreparedStatement query = connection.prepareStatement(LIVING)) {
      lock.execute("SELECT pg_advisory_xact_lock(" + LOCK + ")");
      query.setString(1, name);
      query.setLong(2, timeToLive());
      Set<String> living = new HashSet<>();
      try (ResultSet rows = query.executeQuery()) {
        while (rows.next()) {
          living.add(rows.getString(1));
        }
      }
      return living;
    }
  }

  private static void strikeOff(Connection connection, Set<String> known) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(STRIKE_OFF)) {
      statement.setArray(1, owners(connection, known));
      statement.executeUpdate();
    }
  }

  private static Array owners(Connection connection, Set<String> owners) throws SQLException {
    return connection.createArrayOf("text", owners.toArray());
  }

  private void enter(Connection connection) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(ENTER)) {
      statement.setString(1, name);
      statement.setString(2, self);
      statement.setLong(3, timeToLive());
      statement.executeUpdate();
    }
  }

  private long timeToLive() {
    return database.settings().timeToLive().toMillis();
  }
}
