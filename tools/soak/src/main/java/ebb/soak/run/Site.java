package ebb.soak.run;

import ebb.demo.cluster.Installation;
import ebb.demo.cluster.LoopbackCluster;
import ebb.demo.cluster.ResourceManagerProcess;
import ebb.demo.cluster.SharedJournal;
import ebb.postgres.PostgresServer;
import ebb.soak.fault.DatabaseWire;
import ebb.soak.fault.Network;
import ebb.soak.fault.SmallDisk;
import ebb.soak.fault.WrongClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/** The processes, networks and disks of a run. */
final class Site implements AutoCloseable {
  /** Enough to start JVMs or fail over on a busy machine. */
  static final Duration PATIENCE = Duration.ofMinutes(3);

  private static final int DISK_MEGABYTES = 256;

  private static final Map<String, String> YARN_SITE =
      Map.of(
          "yarn.scheduler.maximum-allocation-mb", "1024",
          "yarn.am.liveness-monitor.expiry-interval-ms", "90000",
          "yarn.nm.liveness-monitor.expiry-interval-ms", "90000");

  private final LoopbackCluster cluster;
  private final Optional<Shared> shared;
  private final Optional<SmallDisk> disk;
  private final List<WrongClock> clocks = new ArrayList<>();

  /** Our own hook, because the cluster's hook cannot remove a folder on which a disk is mounted. */
  private final Thread closeAtExit = new Thread(this::closeAtExit, "soak-clean-up");

  private boolean closed;

  private Site(LoopbackCluster cluster, Optional<Shared> shared, Optional<SmallDisk> disk) {
    this.cluster = cluster;
    this.shared = shared;
    this.disk = disk;
    for (ResourceManagerProcess each : cluster.resourceManagers()) {
      WrongClock clock = WrongClock.of(cluster.folder().tmp(), each.name(), Duration.ZERO);
      // As in the launcher of an installation.
      each.runWith(List.of(clock.jvmOption(), "-XX:+ExitOnOutOfMemoryError"));
      clocks.add(clock);
    }
    Runtime.getRuntime().addShutdownHook(closeAtExit);
  }

  /**
   * What several instances share.
   *
   * @param wires from each instance to the database
   */
  private record Shared(
      PostgresServer postgres,
      Path disk,
      SharedJournal journal,
      List<DatabaseWire> wires,
      Network network) {
    void close() throws IOException {
      network.close();
      wires.forEach(DatabaseWire::close);
      postgres.close();
    }
  }

  /** A single instance has its journal in a file; several have PostgreSQL. Starts none of them. */
  static Site create(int instances) throws IOException {
    if (instances == 1) {
      LoopbackCluster cluster = LoopbackCluster.create(Installation.find(), YARN_SITE);
      return new Site(cluster, Optional.empty(), smallDisk(cluster.folder().data()));
    }
    Path folder = Files.createTempDirectory("ebb-soak-postgres");
    Path place = Files.createDirectory(folder.resolve("disk"));
    // The server may run as another user.
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.setPosixFilePermissions(place, PosixFilePermissions.fromString("rwxr-xr-x"));
    Optional<SmallDisk> disk = smallDisk(place);
    try {
      return withServer(instances, folder, place, disk);
    } catch (IOException | RuntimeException e) {
      disk.ifPresent(SmallDisk::close);
      remove(folder);
      throw e;
    }
  }

  private static Site withServer(int instances, Path folder, Path place, Optional<SmallDisk> disk)
      throws IOException {
    PostgresServer postgres =
        PostgresServer.startIn(Files.createDirectory(place.resolve("server")));
    try {
      SharedJournal journal =
          new SharedJournal(postgres.createDatabase(), PostgresServer.USER, postgres.password());
      LoopbackCluster cluster =
          LoopbackCluster.create(Installation.find(), instances, journal, YARN_SITE);
      try {
        return new Site(cluster, Optional.of(shared(cluster, postgres, folder, journal)), disk);
      } catch (RuntimeException e) {
        cluster.close();
        throw e;
      }
    } catch (RuntimeException e) {
      postgres.close();
      throw e;
    }
  }

  private static Shared shared(
      LoopbackCluster cluster, PostgresServer postgres, Path folder, SharedJournal journal) {
    List<DatabaseWire> wires = new ArrayList<>();
    for (ResourceManagerProcess each : cluster.resourceManagers()) {
      DatabaseWire wire = DatabaseWire.to(postgres.port());
      cluster
          .files()
          .configure(each.name(), "ebb.journal.url = \"" + wire.url(journal.url()) + "\"\n");
      wires.add(wire);
    }
    return new Shared(postgres, folder, journal, wires, Network.between(cluster));
  }

  private static Optional<SmallDisk> smallDisk(Path folder) {
    try {
      return Optional.of(SmallDisk.at(folder, DISK_MEGABYTES));
    } catch (IOException e) {
      System.err.println("\n*** LEFT OUT: faults of disks, which need root and loop devices: " + e);
      return Optional.empty();
    }
  }

  LoopbackCluster cluster() {
    return cluster;
  }

  List<ResourceManagerProcess> instances() {
    return cluster.resourceManagers();
  }

  /** Returns when each instance is ready and one leads, or false after a limit. */
  boolean awaitAllServe() throws InterruptedException {
    return await(this::allServe);
  }

  /** Returns when this instance is ready, or false after a limit. */
  static boolean awaitReady(ResourceManagerProcess instance) throws InterruptedException {
    return await(instance.adminApi()::isReady);
  }

  private static boolean await(BooleanSupplier wanted) throws InterruptedException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!wanted.getAsBoolean()) {
      if (System.nanoTime() > end) {
        return false;
      }
      Thread.sleep(300);
    }
    return true;
  }

  private boolean allServe() {
    return instances().stream().allMatch(each -> each.adminApi().isReady())
        && cluster.leader().isPresent();
  }

  /** The index of the leader, or 0 if no instance reports that it leads. */
  int leader() {
    return cluster.leader().map(instances()::indexOf).orElse(0);
  }

  PostgresServer postgres() {
    return shared().postgres();
  }

  /** The connection of each instance to the database. */
  List<DatabaseWire> wires() {
    return shared().wires();
  }

  Network network() {
    return shared().network();
  }

  WrongClock clock(int instance) {
    return clocks.get(instance);
  }

  /** The disk with the journal; empty if this machine does not permit breaking one. */
  Optional<SmallDisk> disk() {
    return disk;
  }

  /** Whether the journal is available to an instance that starts. */
  boolean hasJournal() {
    return hasDatabase() || disk.map(SmallDisk::isMounted).orElse(true);
  }

  private Shared shared() {
    return shared.orElseThrow(() -> new IllegalStateException("There is one instance alone"));
  }

  /** Ends all other connections to the database. */
  void killBackends() {
    try (Connection connection = postgres().connect(shared().journal().url());
        Statement statement = connection.createStatement()) {
      statement.execute(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
              + " WHERE datname = current_database() AND pid <> pg_backend_pid()");
    } catch (SQLException e) {
      throw new IllegalStateException("Cannot end connections", e);
    }
  }

  /** Writes one segment of the write-ahead log; fails when there is no room for the next. */
  void useUpLog() throws SQLException {
    try (Connection connection = postgres().connect(shared().journal().url());
        Statement statement = connection.createStatement()) {
      statement.execute("SELECT pg_logical_emit_message(true, 'ebb', repeat('x', 99999))");
      statement.execute("SELECT pg_switch_wal()");
    }
  }

  /** Whether the journal can be read while instances run. */
  boolean hasDatabase() {
    return shared.isPresent();
  }

  /** Idempotent. */
  @Override
  public synchronized void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    if (shared.isEmpty()) {
      try {
        disk.ifPresent(SmallDisk::close); // its folder is removed with the cluster
      } finally {
        cluster.close();
      }
    } else {
      try {
        cluster.close();
      } finally {
        shared().close();
        disk.ifPresent(SmallDisk::close);
        remove(shared().disk());
      }
    }
    try {
      Runtime.getRuntime().removeShutdownHook(closeAtExit);
    } catch (IllegalStateException e) {
      return; // The JVM is shutting down, so the hook already runs.
    }
  }

  private void closeAtExit() {
    try {
      close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void remove(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
  }
}
