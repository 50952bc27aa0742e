package ebb.journal;

import akka.Done;
import akka.actor.ActorSystem;
import akka.actor.ClassicActorSystemProvider;
import akka.actor.CoordinatedShutdown;
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
 * Whoever founds another cluster then strikes them off as soon as it stands, and a leader strikes
 * off whom its cluster has given up; each finds that at its first renewal, and has to leave,
 * whatever it takes itself for. It writes no event any more from that moment on: each transaction
 * holds the {@link MemberRow}, and to strike off is to delete it.
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

  /** Who may lead is unique, so of two parts that both go on it strikes off the other. */
  private static final String STRIKE_OFF_AS_LEADER =
      STRIKE_OFF + " AND EXISTS (" + LeaderTerm.LEASE + ")";

  private static final String STRANGERS =
      """
      SELECT string_agg(name, ', ') FROM ebb_lease
      WHERE name LIKE 'member %' AND NOT owner = ANY (?)
      """;

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

  /** Members for whom nobody else was left; for one thing at a time. */
  private Set<String> alone = Set.of();

  /**
   * Connects to nothing yet.
   *
   * @param onLost called, with a reason, if this instance has been struck off; it has to leave
   */
  ClusterRoster(ClassicActorSystemProvider provider, MemberRow own, Consumer<String> onLost) {
    ActorSystem system = provider.classicSystem();
    database = LeaseDatabase.of(system);
    this.own = own;
    this.onLost = onLost;
    renewals = new LeaseRenewals(system, new RowLease(database.table(), own.name(), own.owner()));
    CoordinatedShutdown.get(system)
        .addTask(CoordinatedShutdown.PhaseClusterExitingDone(), "give up the place", this::leave);
  }

  /**
   * Asks for the right to found the cluster, and keeps it once it is given.
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
   * Strikes off everybody who is no member, if the lease of the lead is this process's. Once that
   * is done, all that they have ever written can be read, and they write nothing more.
   *
   * @param members unique addresses of all members
   * @return fails with a {@link JournalException} as long as somebody else is left, or the database
   *     does not answer; asks it once for the same members
   */
  public CompletionStage<Done> strikeOffAllBut(Set<String> members) {
    return renewals.next(() -> alone.equals(members) ? Done.getInstance() : strikeOffNow(members));
  }

  private Done strikeOffNow(Set<String> members) throws SQLException {
    // If this fails, somebody may have come and gone by the time of the former members.
    alone = Set.of();
    try (Connection connection = database.connect();
        PreparedStatement strikeOff = connection.prepareStatement(STRIKE_OFF_AS_LEADER);
        PreparedStatement strangers = connection.prepareStatement(STRANGERS)) {
      Array owners = owners(connection, members);
      strikeOff.setArray(1, owners);
      strikeOff.setString(2, ProcessMark.own());
      strikeOff.setString(3, ProcessMark.own());
      strikeOff.executeUpdate();
      strangers.setArray(1, owners);
      try (ResultSet row = strangers.executeQuery()) {
        row.next();
        String left = row.getString(1);
        if (left != null) {
          throw new JournalException(
              "Not struck off yet: " + left + "; that is for whoever has the lease of the lead");
        }
      }
    }
    alone = Set.copyOf(members);
    return Done.getInstance();
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
      query.setString(1, own.name());
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
