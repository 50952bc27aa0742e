package ebb.journal.database;

import ebb.files.ConfiguredFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * Opens connections to PostgreSQL. The password is read for each connection and not stored. So it
 * is in no configuration that could be logged, and a changed password is used immediately. The
 * class is public and has setters because pools create it by name.
 */
public final class PostgresDataSource extends PGSimpleDataSource {
  private static final long serialVersionUID = 1L;

  /** Not a configuration key, because configuration is shown in many places. */
  private static final String PASSWORD_VARIABLE = "EBB_JOURNAL_PASSWORD";

  private static final Timelines TIMELINES = new Timelines();

  private String passwordFile = "";

  /**
   * Sets the password file.
   *
   * @param file has the password in its first line; empty to use the environment's password
   */
  public void setPasswordFile(String file) {
    passwordFile = file;
  }

  @Override
  public void setUser(@Nullable String user) {
    super.setUser(user == null || user.isEmpty() ? null : user);
  }

  /**
   * @throws SQLException also if the server that accepts writes was replaced by another one
   */
  @Override
  public Connection getConnection() throws SQLException {
    Connection connection = getConnection(getUser(), password().orElse(null));
    try {
      TIMELINES.requireNewest(connection);
      return connection;
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  /** If empty, the driver reads its own password file, ~/.pgpass. */
  private Optional<String> password() throws SQLException {
    if (passwordFile.isEmpty()) {
      return Optional.ofNullable(System.getenv(PASSWORD_VARIABLE));
    }
    try {
      byte[] text = ConfiguredFile.readInTime(Path.of(passwordFile));
      return new String(text, StandardCharsets.UTF_8).lines().findFirst();
    } catch (IOException e) {
      throw new SQLException("cannot read the password file " + passwordFile + " (" + e + ")", e);
    }
  }
}
