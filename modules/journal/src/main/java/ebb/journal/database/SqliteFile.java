package ebb.journal.database;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.sql.DataSource;
import org.sqlite.SQLiteDataSource;
import org.sqlite.SQLiteErrorCode;

/**
 * An SQLite database in a file: its URL, and how to connect to it. All code that opens the journal,
 * including the plugin's pool, gets the URL and the driver from here.
 *
 * <p>Files that SQLite creates next to the file get the mode of the file.
 *
 * @param file must not be opened in this process by other means: closing it would release SQLite's
 *     locks
 */
public record SqliteFile(Path file) implements Database {
  public static final String NAME = "journal.db";
  static final String DRIVER = "org.sqlite.JDBC";

  private static final String PROFILE = "slick.jdbc.SQLiteProfile$";

  /** How long a writer waits for another writer. */
  private static final Duration BUSY = Duration.ofSeconds(10);

  /** In bytes. The size of each page is a multiple of it. */
  private static final int SMALLEST_PAGE = 512;

  private static final int READ_ONLY = 1;
  private static final int READ_WRITE = 2;
  private static final int URI = 0x40;

  /**
   * A number in the file's header that SQLite leaves to applications. While an instance has the
   * file open, and after a kill, it is the file's own {@link #number}.
   */
  private static final String USER = "user_version";

  private static final int NOBODY = 0;

  private static final String RESTORE =
      "restore a backup with 'ebb journal restore', or move the folder away and start with"
          + " --new-journal";

  public SqliteFile {
    // A question mark would end the path within the URL.
    if (file.toString().indexOf('?') >= 0) {
      throw new JournalException(
          "Cannot use " + file + ": there is a question mark in the path", "name another folder");
    }
  }

  public static SqliteFile in(Path directory) {
    return new SqliteFile(directory.resolve(NAME));
  }

  /**
   * The URL for writing. With synchronous=FULL, SQLite calls fsync for each commit, because an
   * acknowledged commit must survive a power failure. With transaction_mode=IMMEDIATE, a
   * transaction takes the write lock when it begins. Otherwise one that first reads and then writes
   * would fail immediately if another transaction has written in between. A connection never
   * creates the file, so that a removed file is noticed.
   */
  public String url() {
    return url(READ_WRITE)
        + "&journal_mode=WAL&synchronous=FULL&foreign_keys=on&transaction_mode=IMMEDIATE";
  }

  private String url(int openMode) {
    return "jdbc:sqlite:" + file + "?open_mode=" + openMode + "&busy_timeout=" + BUSY.toMillis();
  }

  @Override
  public boolean exists() {
    return Files.exists(file);
  }

  @Override
  public void create(Content content) throws IOException, SQLException {
    Path log = log();
    // Readers leave an empty log.
    if (log.toFile().length() > 0) {
      // SQLite would treat the content of the log as part of the new journal.
      throw new JournalException("The log of an earlier journal is left at " + log, "move it away");
    }
    Path part = file.resolveSibling(NAME + ".new");
    OwnerOnly.replace(part).close();
    try {
      fill(new SqliteFile(part), content);
      sync(part);
      Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
      FileInPlace.syncFolder(file);
    } finally {
      Files.deleteIfExists(part);
    }
  }

  private void fill(SqliteFile part, Content content) throws SQLException {
    try (Connection connection = DriverManager.getConnection(part.url(READ_WRITE))) {
      Transaction.of(
          connection,
          transaction -> {
            createTables(transaction);
            content.write(transaction);
            return part;
          });
    }
  }

  /** Makes a file durable. It must not be open elsewhere. */
  static void sync(Path path) throws IOException {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
      channel.force(true);
    }
  }

  /** Rejects an empty file: SQLite would take it for a new database, and initialize it. */
  @Override
  public Connection connect() throws SQLException {
    if (exists() && file.toFile().length() == 0) {
      throw new SQLException("it is empty", null, SQLiteErrorCode.SQLITE_CORRUPT.code);
    }
    return DriverManager.getConnection(url());
  }

  /** Others may write at the same time. Rejects a file whose last page is cut. */
  @Override
  public Connection connectForReading() throws SQLException {
    long length = file.toFile().length();
    if (length % SMALLEST_PAGE != 0) {
      // SQLite would read the rest of the page as zeros.
      throw new SQLException(
          "it ends within a page, after " + length + " bytes",
          null,
          SQLiteErrorCode.SQLITE_CORRUPT.code);
    }
    Connection connection = DriverManager.getConnection(readingUrl());
    connection.setAutoCommit(false);
    return connection;
  }

  /**
   * Opens the file as immutable where SQLite may not create its own files next to it, and nobody
   * has the journal open.
   */
  private String readingUrl() {
    boolean isLeftAlone = !Files.isWritable(file.getParent()) && !Files.exists(log());
    return isLeftAlone
        ? "jdbc:sqlite:" + file.toUri() + "?immutable=1&open_mode=" + (READ_ONLY | URI)
        : url(READ_ONLY);
  }

  /** The size of the file and its log. */
  public long sizeInBytes() {
    return file.toFile().length() + log().toFile().length();
  }

  private Path log() {
    return file.resolveSibling(file.getFileName() + "-wal");
  }

  @Override
  public boolean isCopiedInUse(Connection connection) throws IOException, SQLException {
    int user = Integer.parseInt(pragma(USER, connection));
    return user != NOBODY && user != number();
  }

  /** Records in the file that an instance has it open. Not only in the log, which can get lost. */
  public void take(Connection connection) throws IOException, SQLException {
    write(number(), connection);
    pragma("wal_checkpoint(TRUNCATE)", connection);
  }

  /** Must be the last call before the file is closed. Closing moves the log into the file. */
  public static void release(Connection connection) throws SQLException {
    write(NOBODY, connection);
  }

  private static void write(int user, Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate("PRAGMA " + USER + " = " + user);
    }
  }

  /** A number that the file keeps when it is moved; a copy has a different one. */
  private int number() throws IOException {
    int number = Files.getAttribute(file, "unix:ino").hashCode();
    return number == NOBODY ? 1 : number;
  }

  @Override
  public void createTables(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate(SchemaScript.read("sqlite-schema.sql"));
      if (!EventRows.haveHashes(connection)) {
        statement.executeUpdate("ALTER TABLE \"event_journal\" ADD COLUMN \"hash\" BLOB");
      }
    }
  }

  /** Requires that nothing else uses the file. Takes about two seconds for a million events. */
  @Override
  public Optional<String> damageAtStart(Connection connection) throws SQLException {
    // After this, the file is complete without its log, unless a reader prevents it (result "1").
    boolean isWhole = pragma("wal_checkpoint(TRUNCATE)", connection).equals("0");
    Optional<String> damage = isWhole ? damageOfLength(connection) : Optional.empty();
    if (damage.isEmpty()) {
      damage = damageOfPages("quick_check", connection);
    }
    if (damage.isEmpty()) {
      damage = damageOfCounts(connection);
    }
    return damage.isEmpty() ? EventRows.damage(connection) : damage;
  }

  @Override
  public Optional<String> damage(Connection connection) throws SQLException {
    Optional<String> damage = damageOfLength(connection);
    if (log().toFile().length() > 0) {
      // Part of the data may be in the log only.
      damage = Optional.empty();
    }
    return damage.isEmpty() ? damageOfPages("integrity_check", connection) : damage;
  }

  /** None: only one transaction writes at a time, so all rows before a visible one are decided. */
  @Override
  public Set<String> openWrites(Connection connection) {
    return Set.of();
  }

  /** Compares the lengths, because SQLite reads the missing part of the last page as zeros. */
  private Optional<String> damageOfLength(Connection connection) throws SQLException {
    long expected =
        Long.parseLong(pragma("page_count", connection))
            * Long.parseLong(pragma("page_size", connection));
    long length = file.toFile().length();
    return length < expected
        ? Optional.of("it has " + length + " bytes of " + expected)
        : Optional.empty();
  }

  /**
   * Looks for pages of an earlier time, which are whole and lack rows. Events are numbered without
   * gaps, and each is in the index by which its actor finds it.
   */
  private static Optional<String> damageOfCounts(Connection connection) throws SQLException {
    String query =
        """
        SELECT (SELECT count(*) FROM "event_journal" NOT INDEXED),
            (SELECT coalesce(max("ordering"), 0) FROM "event_journal"),
            (SELECT count(*) FROM "event_journal" INDEXED BY "sqlite_autoindex_event_journal_1")
        """;
    try (Statement statement = connection.createStatement();
        ResultSet counts = statement.executeQuery(query)) {
      counts.next();
      long rows = counts.getLong(1);
      return rows == counts.getLong(2) && rows == counts.getLong(3)
          ? Optional.empty()
          : Optional.of(
              "it has %d events, %d of them in its index, and wrote %d"
                  .formatted(rows, counts.getLong(3), counts.getLong(2)));
    }
  }

  private static Optional<String> damageOfPages(String check, Connection connection)
      throws SQLException {
    String found = pragma(check + "(1)", connection);
    return Optional.of(found).filter(text -> !text.equals("ok"));
  }

  private static String pragma(String pragma, Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet first = statement.executeQuery("PRAGMA " + pragma)) {
      return first.next() ? first.getString(1) : "";
    }
  }

  /**
   * Writes a copy, also while others write to the journal, and replaces any file at the target. The
   * copy is durable when this returns.
   */
  public void copyTo(Path target) throws SQLException, IOException {
    OwnerOnly.replace(target).close();
    try (Connection connection = DriverManager.getConnection(url(READ_ONLY));
        var copy = connection.prepareStatement("VACUUM INTO ?")) {
      copy.setString(1, target.toString());
      copy.execute();
    }
    try (Connection connection =
        DriverManager.getConnection(new SqliteFile(target).url(READ_WRITE))) {
      release(connection);
    }
    sync(target);
  }

  /** Does nothing: no other instance uses the file. */
  @Override
  public void disown(String identity) {}

  @Override
  public Config slick() {
    return ConfigFactory.parseMap(Map.of("driver", DRIVER, "url", url()))
        .atPath("db")
        .withFallback(ConfigFactory.parseMap(Map.of("profile", PROFILE)));
  }

  @Override
  public DataSource dataSource() {
    var source = new SQLiteDataSource();
    source.setUrl(url());
    return source;
  }

  @Override
  public String place() {
    return file.toString();
  }

  @Override
  public JournalException explain(SQLException e) {
    int code = e.getErrorCode() & 0xff;
    if (code == SQLiteErrorCode.SQLITE_CANTOPEN.code && !Files.exists(file)) {
      return new JournalException("There is no journal at " + file, e);
    } else if (isDamage(e)) {
      return damaged(String.valueOf(e.getMessage()), e);
    }
    return new JournalException("Cannot use the journal " + file + ": " + e.getMessage(), e);
  }

  public boolean isDamage(SQLException e) {
    int code = e.getErrorCode() & 0xff;
    return code == SQLiteErrorCode.SQLITE_CORRUPT.code
        || code == SQLiteErrorCode.SQLITE_NOTADB.code
        || TransientSqlErrors.isMissingTable(e);
  }

  private JournalException damaged(String what, SQLException e) {
    return new JournalException(damage(file.toString(), what), RESTORE, e);
  }

  public static JournalException damaged(String place, String what) {
    return new JournalException(damage(place, what), RESTORE);
  }

  /** One line, although SQLite's own text may have several. */
  private static String damage(String place, String what) {
    return "The journal " + place + " is damaged: " + what.replaceAll("\\s+", " ");
  }
}
