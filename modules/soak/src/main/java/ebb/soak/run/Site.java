package ebb.soak.run;

import ebb.demo.cluster.Installation;
import ebb.demo.cluster.LoopbackCluster;
import ebb.demo.cluster.ResourceManagerProcess;
import ebb.demo.cluster.SharedJournal;
import ebb.postgres.PostgresServer;
import ebb.soak.fault.DatabaseWire;
import ebb.soak.fault.Network;
import ebb.soak.fault.WrongClock;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The processes and networks of a run. */
final class Site implements AutoCloseable {
  /** For what starts JVMs or waits for a failover, on a busy machine. */
  static final Duration PATIENCE = Duration.ofMinutes(3);

  private static final Map<String, String> YARN_SITE =
      Map.of(
          "yarn.scheduler.maximum-allocation-mb", "1024",
          "yarn.nm.liveness-monitor.expiry-interval-ms", "90000");

  private final LoopbackCluster cluster;
  private final Optional<Shared> shared;

  private Site(LoopbackCluster cluster, Optional<Shared> shared) {
    this.cluster = cluster;
    this.shared = shared;
  }

  /** What instances have in common that are several. */
  private record Shared(
      PostgresServer postgres,
      SharedJournal journal,
      DatabaseWire wire,
      Network network,
      List<WrongClock> clocks) {}

  /** One instance has its journal in a file; several have PostgreSQL. Starts none of them. */
  static Site create(int instances) {
    if (instances == 1) {
      return new Site(LoopbackCluster.create(Installation.find(), YARN_SITE), Optional.empty());
    }
    PostgresServer postgres = PostgresServer.start();
    try {
      SharedJournal journal =
          new SharedJournal(postgres.createDatabase(), PostgresServer.USER, postgres.password());
      LoopbackCluster cluster =
          LoopbackCluster.create(Installation.find(), instances, journal, YARN_SITE);
      DatabaseWire wire = DatabaseWire.to(postgres.port());
      List<WrongClock> clocks = new ArrayList<>();
      for (ResourceManagerProcess each : cluster.resourceManagers()) {
        cluster
            .files()
            .configure(each.name(), "ebb.journal.url = \"" + wire.url(journal.url()) + "\"\n");
        WrongClock clock = WrongClock.of(cluster.folder().tmp(), each.name(), Duration.ZERO);
        each.runWith(List.of(clock.jvmOption()));
        clocks.add(clock);
      }
      Network network = Network.between(cluster);
      return new Site(cluster, Optional.of(new Shared(postgres, journal, wire, network, clocks)));
    } catch (RuntimeException e) {
      postgres.close();
      throw e;
    }
  }

  LoopbackCluster cluster() {
    return cluster;
  }

  List<ResourceManagerProcess> instances() {
    return cluster.resourceManagers();
  }

  /** Returns when each instance is ready and one leads; no after a while. */
  boolean awaitAllServe() throws InterruptedException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!allServe()) {
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

  /** The index of whoever leads; the first one if nobody says so. */
  int leader() {
    return cluster.leader().map(instances()::indexOf).orElse(0);
  }

  PostgresServer postgres() {
    return shared().postgres();
  }

  DatabaseWire wire() {
    return shared().wire();
  }

  Network network() {
    return shared().network();
  }

  WrongClock clock(int instance) {
    return shared().clocks().get(instance);
  }

  private Shared shared() {
    return shared.orElseThrow(() -> new IllegalStateException("There is one instance alone"));
  }

  /** Ends all connections to the database but its own. */
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

  /** Whether the journal can be read while instances run. */
  boolean hasDatabase() {
    return shared.isPresent();
  }

  @Override
  public void close() throws IOException {
    cluster.close();
    shared.ifPresent(
        all -> {
          all.network().close();
          all.wire().close();
          all.postgres().close();
        });
  }
}
