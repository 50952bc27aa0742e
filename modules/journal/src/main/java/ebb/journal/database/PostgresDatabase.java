package ebb.journal.database;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A PostgreSQL database: its URL, and how to connect to it. Driver settings in the URL take
 * precedence over Ebb's.
 *
 * @param url the driver's URL, without credentials
 * @param user empty for the operating system's user
 * @param passwordFile empty to use the environment or the driver's own password file
 * @param statementTimeout a statement that takes longer fails
 */
public record PostgresDatabase(
    String url, String user, String passwordFile, Duration statementTimeout) implements Database {
  static final String PREFIX = "jdbc:postgresql://";

  private static final String PROFILE = "slick.jdbc.PostgresProfile$";

  /** Any number that is not used otherwise in this database: "Ebb" and a version. */
  private static final long SCHEMA_LOCK = 0x45626201L;

  /**
   * If the network is down, the server cannot end a statement. The driver then ends it this much
   * later.
   */
  private static final Duration NETWORK_MARGIN = Duration.ofSeconds(5);

  private static final int CONNECT_SECONDS = 10;

  /** The driver's server type for writing: a replica may be behind, and accepts no writes. */
  private static final String WRITING = "primary";

  private static final String READING = "any";

  /**
   * After this time the server ends an idle transaction, so that a paused leader does not keep the
   * lock on the leader term.
   */
  private static final Duration IDLE_IN_TRANSACTION = Duration.ofSeconds(5);

  /**
   * If a client's machine fails during a request, its locks are kept until the server detects the
   * broken connection. That takes 11 s with these settings, and two hours with the kernel's
   * defaults.
   */
  private static final String LOST_PEER =
      " -c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3";

  private static final String WRITERS =
      """
      SELECT virtualtransaction FROM pg_locks
      WHERE locktype = 'relation' AND relation = 'event_journal'::regclass
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
          AND mode = 'RowExclusiveLock' AND granted
      """;

  /** The expected form of a URL. Does not repeat the URL itself, which may contain a password. */
  public static final String EXPECTED =
      "expected is jdbc:postgresql://HOST:PORT/DATABASE without credentials, which everybody would"
          + " see: the user is ebb.journal.user or EBB_JOURNAL_USER, the password stands in the"
          + " file that ebb.journal.password-file or EBB_JOURNAL_PASSWORD_FILE names, or in"
          + " EBB_JOURNAL_PASSWORD";

  public PostgresDatabase {
    if (!isAllowed(url)) {
      throw new IllegalArgumentException(EXPECTED);
    }
  }

  /** Whether the URL is one for PostgreSQL, without credentials. */
  public static boolean isAllowed(String url) {
    return url.startsWith(PREFIX)
        && !beforeParameters(url).contains("@")
        && rawParameters(url).keySet().stream().noneMatch(PostgresDatabase::isSecret);
  }

  private static boolean isSecret(String parameter) {
    String lower = parameter.toLowerCase(Locale.ROOT);
    return lower.equals("user") || lower.contains("password");
  }

  @Override
  public boolean exists() throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement();
        ResultSet table = statement.executeQuery("SELECT to_regclass('ebb_journal') IS NOT NULL")) {
      table.next();
      return table.getBoolean(1);
    }
  }

  @Override
  public void create(Content content) throws SQLException {
    try (Connection connection = connect()) {
      Transaction.of(
          connection,
          transaction -> {
            runScript(transaction);
            if (JournalIdentity.read(transaction).isPresent()) {
              throw Database.existsAlready(url);
            }
            waitForItsClient(transaction);
            content.write(transaction);
            return url;
          });
    }
  }

  @Override
  public boolean isCopiedInUse(Connection connection) {
    return false;
  }

  /** Removes the limit for idle transactions: a copy or a reader may need longer than a leader. */
  private static void waitForItsClient(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("SET idle_in_transaction_session_timeout = 0");
    }
  }

  /**
   * Locks the row of the leader term. No instance can become leader while the connection is open,
   * because taking a term updates this row.
   *
   * @return a connection that holds the lock without a time limit, and sees the journal as it is at
   *     the beginning
   */
  public Connection holdLead() throws SQLException {
    Connection connection = connect();
    try (Statement statement = connection.createStatement()) {
      waitForItsClient(connection);
      connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
      connection.setAutoCommit(false);
      statement.execute("SELECT 1 FROM ebb_leader_term FOR UPDATE");
      return connection;
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  @Override
  public Optional<String> damageAtStart(Connection connection) {
    return Optional.empty();
  }

  @Override
  public Optional<String> damage(Connection connection) {
    return Optional.empty();
  }

  /**
   * The transactions that hold a writer's lock on the table. PostgreSQL takes this lock before it
   * computes the value of {@code ordering}, and keeps it until the rows are visible or the
   * transaction has failed, also while a COMMIT waits for a standby.
   */
  @Override
  public Set<String> openWrites(Connection connection) throws SQLException {
    Set<String> open = new HashSet<>();
    try (Statement statement = connection.createStatement();
        ResultSet locks = statement.executeQuery(WRITERS)) {
      while (locks.next()) {
        open.add(locks.getString(1));
      }
    }
    return open;
  }

  @Override
  public Connection connect() throws SQLException {
    return dataSource().getConnection();
  }

  /**
   * Uses repeatable read: a growing journal is seen as it was at the beginning. A reader locks
   * nothing, and may be slow, because it waits for the consumer of its output. The session itself
   * is not read-only, because the driver would take the server of a read-only session for a
   * replica.
   */
  @Override
  public Connection connectForReading() throws SQLException {
    Connection connection = dataSource(READING).getConnection();
    waitForItsClient(connection);
    connection.setReadOnly(true);
    connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
    connection.setAutoCommit(false);
    return connection;
  }

  @Override
  public void createTables(Connection connection) throws SQLException {
    Transaction.of(connection, PostgresDatabase::runScript);
  }

  /** One instance at a time runs the script; the others then find everything in place. */
  private static boolean runScript(Connection transaction) throws SQLException {
    try (Statement statement = transaction.createStatement()) {
      // Building an index over a large journal takes long.
      statement.execute("SET LOCAL statement_timeout = 0");
      statement.execute("SELECT pg_advisory_xact_lock(" + SCHEMA_LOCK + ")");
      return statement.execute(SchemaScript.read("postgres-schema.sql"));
    }
  }

  @Override
  public void disown(String identity) throws SQLException {
    try (Connection connection = connect()) {
      JournalIdentity.fork(identity, connection);
    }
  }

  @Override
  public Config slick() {
    Map<String, Object> db = new HashMap<>();
    db.put("dataSourceClass", PostgresDataSource.class.getName());
    db.put("properties.url", completeUrl(WRITING));
    db.put("properties.user", user);
    db.put("properties.passwordFile", passwordFile);
    // Otherwise Slick would occupy a connection of the pool, and keep it even when it is broken.
    db.put("keepAliveConnection", false);
    return ConfigFactory.parseMap(db)
        .atPath("db")
        .withFallback(ConfigFactory.parseMap(Map.of("profile", PROFILE)));
  }

  @Override
  public String place() {
    return url;
  }

  @Override
  public JournalException explain(SQLException e) {
    if (TransientSqlErrors.isMissingTable(e)) {
      return new JournalException("There is no journal at " + url, e);
    }
    return new JournalException(
        "Cannot use the journal " + url + ": " + JournalException.reasonOf(e), e);
  }

  @Override
  public PostgresDataSource dataSource() {
    return dataSource(WRITING);
  }

  private PostgresDataSource dataSource(String serverType) {
    PostgresDataSource source = new PostgresDataSource();
    source.setUrl(completeUrl(serverType));
    source.setUser(user);
    source.setPasswordFile(passwordFile);
    return source;
  }

  /** The URL with Ebb's settings for the driver and for each session. */
  private String completeUrl(String serverType) {
    Map<String, String> parameters = new LinkedHashMap<>();
    parameters.put("targetServerType", serverType);
    parameters.put("ApplicationName", "ebb");
    parameters.put("tcpKeepAlive", "true");
    parameters.put("reWriteBatchedInserts", "true");
    parameters.put("connectTimeout", Integer.toString(CONNECT_SECONDS));
    parameters.put(
        "socketTimeout", Long.toString(statementTimeout.plus(NETWORK_MARGIN).toSeconds()));
    Map<String, String> given = parameters(url);
    parameters.putAll(given);
    String options =
        "-c statement_timeout="
            + statementTimeout.toMillis()
            + " -c idle_in_transaction_session_timeout="
            + IDLE_IN_TRANSACTION.toMillis()
            + LOST_PEER;
    parameters.merge("options", options, (theirs, ours) -> ours + " " + theirs);
    return beforeParameters(url)
        + parameters.entrySet().stream()
            .map(each -> each.getKey() + "=" + encode(each.getValue()))
            .collect(Collectors.joining("&", "?", ""));
  }

  private static String beforeParameters(String url) {
    return url.split("\\?", 2)[0];
  }

  private static Map<String, String> parameters(String url) {
    Map<String, String> parameters = rawParameters(url);
    parameters.replaceAll((name, value) -> decode(value));
    return parameters;
  }

  private static Map<String, String> rawParameters(String url) {
    Map<String, String> parameters = new LinkedHashMap<>();
    String[] parts = url.split("\\?", 2);
    if (parts.length == 2) {
      for (String parameter : parts[1].split("&", -1)) {
        String[] nameAndValue = parameter.split("=", 2);
        parameters.put(nameAndValue[0], nameAndValue.length == 2 ? nameAndValue[1] : "");
      }
    }
    return parameters;
  }

  private static String encode(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private static String decode(String value) {
    return URLDecoder.decode(value, StandardCharsets.UTF_8);
  }
}
