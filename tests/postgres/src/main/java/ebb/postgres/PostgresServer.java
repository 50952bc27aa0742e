package ebb.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A PostgreSQL server that belongs to this process, on a free port of the loopback address, with
 * fsync on as in production. It can be stopped and started again with its port and data. It ends
 * with this process, however that ends. Not thread-safe, except {@link #createDatabase}.
 */
public final class PostgresServer implements AutoCloseable {
  public static final String USER = "ebb";

  private static final int PATIENCE_SECONDS = 60;
  private static final AtomicInteger DATABASES = new AtomicInteger();

  private final ServerUser runner;
  private final Path programs;
  private final Path folder;
  private final int port;
  private final String password;
  private Optional<ServerProcess> process = Optional.empty();

  private PostgresServer(ServerUser runner, Path programs, Path folder, int port, String password) {
    this.runner = runner;
    this.programs = programs;
    this.folder = folder;
    this.port = port;
    this.password = password;
  }

  /**
   * Creates an empty server in a temporary folder, and starts it. Blocks for a second or more.
   *
   * @throws PostgresException if that fails
   */
  public static PostgresServer start() {
    try {
      return startIn(Files.createTempDirectory("ebb-postgres"));
    } catch (IOException e) {
      throw new PostgresException("Cannot start PostgreSQL: " + e, e);
    }
  }

  /**
   * As {@link #start}, in a folder of the caller.
   *
   * @param folder empty; deleted in the end
   */
  public static PostgresServer startIn(Path folder) {
    try {
      var runner = ServerUser.find();
      runner.own(folder);
      var server =
          new PostgresServer(
              runner,
              PostgresBinaries.unpacked(),
              folder,
              LoopbackPorts.free(),
              UUID.randomUUID().toString());
      server.makeData();
      server.startAgain();
      return server;
    } catch (IOException e) {
      throw new PostgresException("Cannot start PostgreSQL: " + e, e);
    }
  }

  /**
   * The server that all tests of the process share, started at the first call. Do not stop or close
   * it.
   */
  public static PostgresServer shared() {
    return Shared.SERVER;
  }

  /**
   * Starts it again with its data after {@link #stop} or {@link #kill}. Returns when it answers.
   */
  public void startAgain() {
    if (process.isPresent()) {
      throw new IllegalStateException("The server runs already");
    }
    ServerProcess started =
        ServerProcess.start(
            runner.run(
                List.of(
                    program("postgres"),
                    "-D",
                    data().toString(),
                    "-p",
                    Integer.toString(port),
                    "-c",
                    "listen_addresses=127.0.0.1",
                    "-c",
                    "unix_socket_directories=",
                    "-c",
                    "max_connections=200")),
            folder,
            folder.resolve("server.log"));
    process = Optional.of(started);
    awaitAnswer(started);
  }

  /** Shuts it down in order, which ends every connection. Returns when it has ended. */
  public void stop() {
    process.ifPresent(ServerProcess::stop);
    process = Optional.empty();
  }

  /**
   * Kills all of its processes with SIGKILL, as if its machine were lost. {@link #startAgain} may
   * follow.
   */
  public void kill() {
    process.ifPresent(ServerProcess::kill);
    stop();
  }

  /**
   * Creates and starts a hot standby of this server: another server with the same users and data,
   * to which all changes are replicated asynchronously. Stops this server for a moment.
   *
   * @return to be closed by the caller
   */
  public PostgresServer startStandby() {
    return startStandby("");
  }

  /**
   * Creates a standby with synchronous replication: from now on every commit waits until the
   * standby has it.
   */
  public PostgresServer startSynchronousStandby() {
    return startStandby("synchronous_standby_names = '*'\n");
  }

  private PostgresServer startStandby(String ownSettings) {
    try {
      Path copy = Files.createTempDirectory("ebb-postgres");
      runner.own(copy);
      stop();
      run(List.of("cp", "-a", data().toString(), copy.toString()), copy.resolve("copy.log"));
      configure(ownSettings);
      startAgain();
      var standby = new PostgresServer(runner, programs, copy, LoopbackPorts.free(), password);
      standby.follow(this);
      standby.startAgain();
      return standby;
    } catch (IOException e) {
      throw new PostgresException("Cannot make a standby: " + e, e);
    }
  }

  private void follow(PostgresServer primary) throws IOException {
    runner.own(Files.createFile(data().resolve("standby.signal")));
    configure(
        "primary_conninfo = 'host=127.0.0.1 port=%d user=%s password=%s'\n"
            .formatted(primary.port, USER, password));
  }

  private void configure(String lines) throws IOException {
    Files.writeString(data().resolve("postgresql.conf"), lines, StandardOpenOption.APPEND);
  }

  /**
   * Creates an empty database.
   *
   * @return its JDBC URL, without credentials
   */
  public String createDatabase() {
    String name = "ebb_" + DATABASES.incrementAndGet();
    try (Connection connection = connect(url("postgres"));
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE DATABASE " + name);
      return url(name);
    } catch (SQLException e) {
      throw new PostgresException("Cannot make a database: " + e.getMessage(), e);
    }
  }

  /** The password of {@link #USER}, who owns everything. */
  public String password() {
    return password;
  }

  public int port() {
    return port;
  }

  /** The server's process id; empty while it is stopped. */
  public Optional<Long> pid() {
    return process.map(ServerProcess::pid);
  }

  /** A new connection as {@link #USER}. */
  public Connection connect(String url) throws SQLException {
    return DriverManager.getConnection(url, USER, password);
  }

  /** Stops it and deletes its data. */
  @Override
  public void close() {
    stop();
    try {
      Folders.delete(folder);
    } catch (IOException e) {
      throw new PostgresException("Cannot delete " + folder, e);
    }
  }

  /** The folder with its data and its log. */
  Path folder() {
    return folder;
  }

  private String url(String database) {
    return "jdbc:postgresql://127.0.0.1:" + port + "/" + database;
  }

  private Path data() {
    return folder.resolve("data");
  }

  private String program(String name) {
    return programs.resolve("bin").resolve(name).toString();
  }

  private void makeData() throws IOException {
    Path passwordFile =
        Files.createFile(
            folder.resolve("password"),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(passwordFile, password);
    runner.own(passwordFile);
    List<String> command = new ArrayList<>(List.of(program("initdb"), "-D", data().toString()));
    command.addAll(List.of("-U", USER, "--auth=scram-sha-256", "--pwfile=" + passwordFile));
    // The password is random and lives for minutes, so the default number of rounds would only slow
    // connections down.
    command.addAll(List.of("-c", "scram_iterations=1"));
    command.addAll(List.of("-E", "UTF8", "--locale=C", "--no-sync", "--no-instructions"));
    run(command, folder.resolve("initdb.log"));
  }

  /** Runs a program to its end, as the server's user. */
  private void run(List<String> command, Path log) throws IOException {
    Process program =
        new ProcessBuilder(runner.run(command))
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try {
      if (!program.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) || program.exitValue() != 0) {
        program.destroyForcibly();
        throw new PostgresException(command.get(0) + " failed: " + Files.readString(log));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PostgresException("Interrupted", e);
    }
  }

  private void awaitAnswer(ServerProcess started) {
    long giveUp = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (true) {
      try {
        connect(url("postgres")).close();
        return;
      } catch (SQLException e) {
        if (!started.isAlive() || System.nanoTime() > giveUp) {
          stop();
          throw new PostgresException("PostgreSQL does not start: " + started.output(), e);
        }
        started.awaitEnd(20);
      }
    }
  }

  private static final class Shared {
    static final PostgresServer SERVER = startForGood();

    private static PostgresServer startForGood() {
      PostgresServer server = start();
      Runtime.getRuntime().addShutdownHook(new Thread(server::close, "stop PostgreSQL"));
      return server;
    }
  }
}
