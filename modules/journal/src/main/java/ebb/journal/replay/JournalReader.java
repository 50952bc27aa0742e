package ebb.journal.replay;

import ebb.domain.NodeId;
import ebb.journal.database.Database;
import ebb.journal.database.EventChains;
import ebb.journal.database.EventRows;
import ebb.journal.database.JournalException;
import ebb.journal.database.JournalIdentity;
import ebb.journal.database.PostgresDatabase;
import ebb.journal.database.SqliteFile;
import ebb.journal.event.EventCodec;
import ebb.journal.event.EventsJsonSerializer;
import ebb.journal.event.JournalPosition;
import ebb.journal.event.JournaledEvent;
import ebb.journal.event.PersistenceIds;
import ebb.journal.event.ReplayException;
import java.io.NotSerializableException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Reads a journal without an actor system, also while instances write to it. Except by {@link
 * #openLive}, the database is opened read-only: nothing is changed, not even after a crash. For use
 * by one thread at a time.
 */
public final class JournalReader implements AutoCloseable {
  private static final int PAGE = 2000;
  private static final Duration LONGEST_QUERY = Duration.ofMinutes(5);

  private final Database database;
  private final Connection connection;
  private final EventCodec codec = EventCodec.withoutAkka();

  private JournalReader(Database database, Connection connection) {
    this.database = database;
    this.connection = connection;
  }

  /**
   * Opens a journal to read it.
   *
   * @param place a folder as in {@code ebb.journal.directory}, or a PostgreSQL database as in
   *     {@code ebb.journal.url}, whose credentials come from the environment
   * @throws JournalException if there is no journal, or it cannot be read
   */
  public static JournalReader open(String place) {
    return open(databaseAt(place));
  }

  public static Database databaseAt(String place) {
    return place.startsWith("jdbc:")
        ? postgres(place, environment("EBB_JOURNAL_USER"), environment("EBB_JOURNAL_PASSWORD_FILE"))
        : SqliteFile.in(Path.of(place).toAbsolutePath().normalize());
  }

  /**
   * Like {@link #open(String)}, for a PostgreSQL database.
   *
   * @param passwordFile as in {@code ebb.journal.password-file}
   */
  public static JournalReader open(String url, String user, String passwordFile) {
    return open(postgres(url, user, passwordFile));
  }

  public static Database postgres(String url, String user, String passwordFile) {
    if (!PostgresDatabase.isAllowed(url)) {
      throw new JournalException("Cannot use the URL of the journal: " + PostgresDatabase.EXPECTED);
    }
    return new PostgresDatabase(url, user, passwordFile, LONGEST_QUERY);
  }

  /** Like {@link #open(String)}, for an SQLite file. */
  public static JournalReader open(Path directory) {
    return open(SqliteFile.in(directory.toAbsolutePath().normalize()));
  }

  public static JournalReader open(Database database) {
    return open(database, Database::connectForReading);
  }

  /**
   * Like {@link #open(Database)}, but never reads a replica, which may be behind, and each query
   * sees what is committed when the query begins.
   */
  public static JournalReader openLive(Database database) {
    return open(database, Database::connect);
  }

  private interface Connecting {
    Connection to(Database database) throws SQLException;
  }

  private static JournalReader open(Database database, Connecting connecting) {
    try {
      return new JournalReader(database, connecting.to(database));
    } catch (SQLException e) {
      throw database.explain(e);
    }
  }

  /**
   * Checks the database for damage of everything but the events.
   *
   * @return the journal's identity
   * @throws JournalException if anything is damaged
   */
  public String requireWhole() {
    try {
      Database.requireNoDamage(database.damage(connection), database);
      return identity();
    } catch (SQLException e) {
      throw database.explain(e);
    }
  }

  /** The journal's identity. */
  public String identity() {
    try {
      return JournalIdentity.read(connection)
          .orElseThrow(() -> SqliteFile.damaged(database.place(), "it has lost its identity"));
    } catch (SQLException e) {
      throw database.explain(e);
    }
  }

  /**
   * Verifies the next page of events; see {@link EventChains#next}.
   *
   * @throws JournalException if the journal has no hashes, or cannot be read
   */
  public boolean verify(EventChains chains, long upTo, OptionalLong anchor) {
    try {
      EventRows.requireHashes(connection, database);
      return chains.next(upTo, anchor, connection);
    } catch (SQLException e) {
      throw database.explain(e);
    }
  }

  /** The location of the journal, for people. */
  public String place() {
    return database.place();
  }

  private static String environment(String name) {
    return System.getenv().getOrDefault(name, "");
  }

  /**
   * All of Ebb's events in the order of the journal, read page by page while the stream is
   * consumed. Other rows, such as Akka's own, are left out.
   *
   * @throws ReplayException from the stream, at an event of Ebb's that cannot be read
   */
  public Stream<JournaledEvent> events() {
    return pages(EventSelection.ALL);
  }

  /** Like {@link #events}, for one node. */
  public Stream<JournaledEvent> eventsOf(NodeId nodeId) {
    return pages(EventSelection.of(PersistenceIds.ofNode(nodeId)));
  }

  /** Like {@link #events}, for some nodes, up to and including a position in the journal. */
  public Stream<JournaledEvent> eventsOf(Collection<NodeId> nodes, long upTo) {
    return nodes.isEmpty() ? Stream.of() : pages(EventSelection.of(nodes, upTo));
  }

  /**
   * Those of {@link #events} that come after one position in the journal, up to and including
   * another position; at most {@code limit} events.
   */
  public List<JournaledEvent> events(long after, long upTo, int limit) {
    return page(EventSelection.upTo(upTo), after, limit);
  }

  /** The newest of {@link #events} up to and including a position in the journal. */
  public Optional<JournaledEvent> newestEvent(long upTo) {
    String query =
        """
        SELECT max("ordering") FROM "event_journal"
        WHERE "ordering" <= %d AND "event_ser_id" = %d AND "deleted" = FALSE
        """
            .formatted(upTo, EventsJsonSerializer.IDENTIFIER);
    long newest = number(query);
    return events(newest - 1, newest, 1).stream().findFirst();
  }

  /**
   * Each event that starts or ends a drain, or changes its deadline, and some others of nodes,
   * after one position in the journal, up to and including another position.
   */
  public Stream<JournaledEvent.OfNode> drains(long after, long upTo) {
    return pages(EventSelection.ofDrains(upTo), after).map(JournaledEvent.OfNode.class::cast);
  }

  /**
   * The position before the start of one of the newest drains.
   *
   * @param number how many drains start after this position; 0 if there are fewer
   */
  public long placeBeforeDrains(int number) {
    String query =
        """
        SELECT "ordering" - 1 FROM "event_journal"
        WHERE "event_ser_manifest" LIKE 'node.decommissioning-started:%%'
        ORDER BY "ordering" DESC LIMIT 1 OFFSET %d
        """
            .formatted(number - 1);
    return number(query);
  }

  /**
   * Each time that an instance began to lead, the oldest first.
   *
   * @param after only those with a later number of the NodesListManager's events
   */
  public Stream<JournaledEvent.OfLists> leads(long after) {
    return pages(EventSelection.OF_LEADS, after).map(JournaledEvent.OfLists.class::cast);
  }

  /** The last position in the journal that any row has; 0 if there is no row. */
  public long lastPlace() {
    return number("SELECT max(\"ordering\") FROM \"event_journal\"");
  }

  private long number(String query) {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      return row.next() ? row.getLong(1) : 0;
    } catch (SQLException e) {
      throw database.explain(e);
    }
  }

  /** See {@link Database#openWrites}. */
  public Set<String> openWrites() {
    try {
      return database.openWrites(connection);
    } catch (SQLException e) {
      throw database.explain(e);
    }
  }

  /**
   * The fleet at each of the instants, in one pass over the nodes' events. The time depends on the
   * length of the journal, the memory on the number of nodes in the register at these instants.
   *
   * @throws BeforeJournalException if one of the instants is before the first event
   * @throws ReplayException at a row that cannot be read or replayed
   */
  public List<PastFleet> fleetsAt(List<Instant> instants) {
    instants.forEach(this::requireBegunAt);
    List<FleetReplay> fleets = instants.stream().map(FleetReplay::new).toList();
    Stream.concat(registerEvents(), pages(EventSelection.OF_NODES))
        .forEach(event -> fleets.forEach(fleet -> fleet.next(event)));
    return fleets.stream().map(FleetReplay::fleet).toList();
  }

  /**
   * @throws BeforeJournalException if the instant is before the first event
   */
  void requireBegunAt(Instant at) {
    Optional<Instant> first =
        page(EventSelection.ALL, 0, 1).stream().map(event -> event.by().at()).findFirst();
    if (first.filter(begin -> !at.isBefore(begin)).isEmpty()) {
      throw new BeforeJournalException(at, first);
    }
  }

  /** Each event that adds a node to the register or removes one. */
  Stream<JournaledEvent> registerEvents() {
    return pages(EventSelection.OF_THE_REGISTER);
  }

  /** The stored states of nodes, over the same connection. */
  NodeStates states() {
    return new NodeStates(connection, database);
  }

  /**
   * The next events of nodes: for each at most {@link NodeStates#WINDOW}, and none after the first
   * one that is later than an instant.
   *
   * @param after each node after the event after which to read
   */
  Map<NodeId, List<JournaledEvent.OfNode>> nextEvents(Map<NodeId, NodeReplay> after, Instant upTo) {
    try (PreparedStatement statement =
        connection.prepareStatement(EventSelection.next(after.size(), NodeStates.WINDOW))) {
      int parameter = 0;
      for (Map.Entry<NodeId, NodeReplay> each : after.entrySet()) {
        statement.setString(++parameter, PersistenceIds.ofNode(each.getKey()));
        statement.setLong(++parameter, each.getValue().sequenceNumber());
      }
      Map<NodeId, List<JournaledEvent.OfNode>> next = new HashMap<>();
      Set<String> passed = new HashSet<>();
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          String actor = rows.getString(2);
          if (!passed.contains(actor)) { // most of the time goes into the events' JSON
            JournaledEvent.OfNode event = (JournaledEvent.OfNode) event(rows);
            next.computeIfAbsent(event.event().nodeId(), node -> new ArrayList<>()).add(event);
            if (event.by().at().isAfter(upTo)) {
              passed.add(actor);
            }
          }
        }
      }
      return next;
    } catch (SQLException e) {
      throw database.explain(e);
    }
  }

  private Stream<JournaledEvent> pages(EventSelection rows) {
    return pages(rows, 0);
  }

  private Stream<JournaledEvent> pages(EventSelection rows, long after) {
    return Stream.iterate(
            page(rows, after, PAGE),
            page -> !page.isEmpty(),
            page -> page(rows, rows.keyOf(page.get(page.size() - 1).position()), PAGE))
        .flatMap(List::stream);
  }

  private List<JournaledEvent> page(EventSelection rows, long after, int limit) {
    try (PreparedStatement statement = connection.prepareStatement(rows.query(limit))) {
      statement.setLong(1, after);
      if (rows.writer().isPresent()) {
        statement.setString(2, rows.writer().get());
      }
      for (int i = 0; i < rows.values().size(); i++) {
        statement.setString(i + 2, rows.values().get(i));
      }
      return read(statement);
    } catch (SQLException e) {
      throw database.explain(e);
    }
  }

  private List<JournaledEvent> read(PreparedStatement statement) throws SQLException {
    List<JournaledEvent> events = new ArrayList<>();
    try (ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        events.add(event(rows));
      }
    }
    return events;
  }

  private JournaledEvent event(ResultSet row) throws SQLException {
    var position = new JournalPosition(row.getLong(1), row.getString(2), row.getLong(3));
    String manifest = row.getString(4);
    byte[] payload = row.getBytes(5);
    if (row.getLong(6)
        != EventRows.checksum(
            position.persistenceId(), position.sequenceNumber(), manifest, payload)) {
      throw new ReplayException(position, EventRows.DAMAGED);
    }
    try {
      return JournaledEvent.of(position, codec.read(manifest, payload));
    } catch (NotSerializableException e) {
      throw new ReplayException(position, e);
    }
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      throw new JournalException("Cannot close " + database.place() + ": " + e.getMessage(), e);
    }
  }
}
