package ebb.journal;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Optional;
import javax.sql.DataSource;
import org.h2.api.ErrorCode;
import org.h2.jdbcx.JdbcDataSource;

/**
 * An H2 database in a file: its URL, and how connections to it are made. Whatever opens the
 * journal, the plugin's pool too, gets URL, driver and user from here.
 */
record H2File(Path directory) implements Database {
  static final String DRIVER = "org.h2.Driver";
  static final String USER = "ebb";
  static final String PASSWORD = "";

  private static final String PROFILE = "slick.jdbc.H2Profile$";

  /** H2 appends the suffix. */
  private static final String NAME = "journal";

  Path file() {
    return directory.resolve(NAME + ".mv.db");
  }

  /**
   * WRITE_DELAY=0, because H2's default acknowledges commits up to half a second before they reach
   * the file, and a killed process loses them. DB_CLOSE_ON_EXIT, because the order of the shutdown
   * is ours. CACHE_SIZE, in kilobytes, because the journal is written and hardly ever read, and H2
   * would keep a sixteenth of the heap for it. QUERY_CACHE_SIZE, because each connection's cached
   * statements hold on to what they wrote last, such as a snapshot of all lists. RETENTION_TIME
   * stays as it is: a lower one damages files (h2database issue 4387).
   */
  String url() {
    return base() + ";WRITE_DELAY=0;DB_CLOSE_ON_EXIT=FALSE;CACHE_SIZE=4096;QUERY_CACHE_SIZE=0";
  }

  @Override
  public void prepare() throws IOException {
    Files.createDirectories(directory);
  }

  /** H2 locks the file while a connection is open. */
  @Override
  public Optional<Connection> hold(Connection connection) {
    return Optional.of(connection);
  }

  @Override
  public Connection connect() throws SQLException {
    return connect(url());
  }

  /** Nobody else can have the file open meanwhile. */
  @Override
  public Connection connectForReading() throws SQLException {
    return connect(base() + ";ACCESS_MODE_DATA=r;IFEXISTS=TRUE");
  }

  @Override
  public void createTables(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(SchemaScript.read("h2-schema.sql"));
    }
  }

  @Override
  public Config slick() {
    return ConfigFactory.parseMap(
            Map.of("driver", DRIVER, "url", url(), "user", USER, "password", PASSWORD))
        .atPath("db")
        .withFallback(ConfigFactory.parseMap(Map.of("profile", PROFILE)));
  }

  @Override
  public DataSource dataSource() {
    var source = new JdbcDataSource();
    source.setURL(url());
    source.setUser(USER);
    source.setPassword(PASSWORD);
    return source;
  }

  @Override
  public String place() {
    return file().toString();
  }

  @Override
  public JournalException explain(SQLException e) {
    if (e.getErrorCode() == ErrorCode.DATABASE_ALREADY_OPEN_1) {
      return new JournalInUseException(file(), e);
    }
    if (!Files.exists(file())) {
      return new JournalException("There is no journal at " + file(), e);
    }
    return new JournalException("Cannot open the journal " + file() + ": " + e.getMessage(), e);
  }

  private String base() {
    return "jdbc:h2:file:" + directory.resolve(NAME);
  }

  private static Connection connect(String url) throws SQLException {
    return DriverManager.getConnection(url, USER, PASSWORD);
  }
}
