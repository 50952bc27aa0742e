package ebb.app.cluster;

import akka.actor.Address;
import akka.actor.BootstrapSetup;
import akka.actor.setup.ActorSystemSetup;
import akka.remote.artery.tcp.SSLEngineProviderSetup;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import ebb.journal.JournalDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * How this instance finds the others.
 *
 * @param host where the others find this instance
 * @param seedNodes instances that a new one requests to join; empty for one that is alone, or that
 *     finds the others by {@code bootstrap}
 * @param bootstrap how an instance without seed nodes finds the others; empty for one that is
 *     alone, or that has seed nodes
 * @param tls certificates with which the instances authenticate each other; empty for the key that
 *     is in their database
 */
public record ClusterSettings(
    String host,
    List<SeedNode> seedNodes,
    Optional<Bootstrap> bootstrap,
    Optional<ClusterTls> tls) {
  static final String PATH = "ebb.cluster";
  private static final String SEED_NODES = PATH + ".seed-nodes";
  private static final Pattern HOST_AND_PORT = Pattern.compile("\\[?([^\\]]+?)]?:(\\d{1,5})");
  private static final int MAX_PORT = 65_535;

  /** If two instances do not see each other, neither is the majority: the database decides. */
  private static final int PAIR = 2;

  public record SeedNode(String host, int port) {}

  public ClusterSettings {
    seedNodes = List.copyOf(seedNodes);
  }

  /**
   * @throws IllegalArgumentException in one line that names the key, if a value is not allowed
   */
  public static ClusterSettings from(Config ebbConf) {
    Config cluster = ebbConf.getConfig(PATH);
    var settings =
        new ClusterSettings(
            cluster.getString("host"),
            seeds(cluster.getString("seed-nodes")),
            Bootstrap.from(cluster.getConfig("bootstrap")),
            ClusterTls.from(cluster.getConfig("tls")));
    if (settings.hasOthers()) {
      settings.requireOthersToFind(cluster.getInt("port"));
    }
    return settings;
  }

  /** Whether this is one of several instances. */
  public boolean hasOthers() {
    return instances() > 1;
  }

  private long instances() {
    return bootstrap
        .map(found -> (long) found.instances())
        .orElseGet(
            () -> seedNodes.isEmpty() ? 1 : Math.max(PAIR, seedNodes.stream().distinct().count()));
  }

  /** The seed nodes as Akka addresses. */
  List<Address> seedsOf(Address self) {
    return seedNodes.stream()
        .map(seed -> new Address(self.protocol(), self.system(), seed.host(), seed.port()))
        .toList();
  }

  /**
   * The configuration for Akka that overrides its own defaults and ebb.conf.
   *
   * @param shared whether there is a database with leases
   */
  public Config akka(boolean shared) {
    Config own =
        tls.map(ClusterTls::akka)
            .orElse(ConfigFactory.empty())
            .withFallback(bootstrap.map(each -> each.akka(host)).orElse(ConfigFactory.empty()))
            .withFallback(closed());
    Config guarded = shared ? own.withFallback(leaseOfTheLeader()).withFallback(endsSoon()) : own;
    return shared && instances() == PAIR ? guarded.withFallback(leaseOfTheSurvivor()) : guarded;
  }

  /**
   * The setup of the actor system.
   *
   * @param journal has the key with which instances authenticate each other without certificates
   * @param config of the actor system
   */
  public ActorSystemSetup setup(JournalDatabase journal, Config config) {
    ActorSystemSetup setup = ActorSystemSetup.create(BootstrapSetup.create(config));
    if (!hasOthers() || tls.isPresent()) {
      return setup;
    }
    var keys = new ClusterKeySSLEngineProvider(journal.clusterKey(ClusterKeyGenerator::generate));
    return setup.withSetup(SSLEngineProviderSetup.create(system -> keys));
  }

  /** Nobody connects without a certificate, or at all where there are no other instances. */
  private Config closed() {
    return ConfigFactory.parseMap(
        Map.of(
            "akka.actor.provider",
            hasOthers() ? "cluster" : LoneActorRefProvider.class.getName(),
            "akka.remote.artery.transport",
            "tls-tcp",
            "akka.actor.allow-java-serialization",
            false));
  }

  /** The leader holds this lease, so that a partition never has two leaders. */
  private static Config leaseOfTheLeader() {
    return ConfigFactory.parseMap(
        Map.of(
            "akka.cluster.singleton.use-lease", JournalDatabase.LEASE,
            "akka.cluster.singleton.lease-retry-interval", "1s",
            // It would inherit the lease; its state is in the members' memory, not in the database.
            "akka.cluster.sharding.coordinator-singleton.use-lease", ""));
  }

  /**
   * There is no file to rewrite, and an instance that is cut off may wait for the others in vain.
   * Overrides ebb.conf.
   */
  private static Config endsSoon() {
    return ConfigFactory.parseMap(
        Map.of("akka.coordinated-shutdown.phases.actor-system-terminate.timeout", "10s"));
  }

  private static Config leaseOfTheSurvivor() {
    return ConfigFactory.parseMap(
        Map.of(
            "akka.cluster.split-brain-resolver.active-strategy",
            "lease-majority",
            "akka.cluster.split-brain-resolver.lease-majority.lease-implementation",
            JournalDatabase.LEASE));
  }

  private static List<SeedNode> seeds(String text) {
    var seeds = new ArrayList<SeedNode>();
    Stream.of(text.split(",", -1))
        .map(String::strip)
        .filter(each -> !each.isEmpty())
        .forEach(each -> seeds.add(seed(each)));
    return seeds;
  }

  private static SeedNode seed(String text) {
    Matcher parts = HOST_AND_PORT.matcher(text);
    if (!parts.matches() || port(parts) < 1 || port(parts) > MAX_PORT) {
      throw new IllegalArgumentException(
          SEED_NODES
              + " has "
              + text
              + "; allowed are host:port of each instance, with commas between them");
    }
    return new SeedNode(parts.group(1), port(parts));
  }

  private static int port(Matcher parts) {
    return Integer.parseInt(parts.group(2));
  }

  private void requireOthersToFind(int port) {
    if (bootstrap.isPresent() && !seedNodes.isEmpty()) {
      throw new IllegalArgumentException(
          SEED_NODES + " and " + PATH + ".bootstrap.method are both set; allowed is one of them");
    }
    if (port == 0) {
      throw new IllegalArgumentException(
          PATH + ".port = 0 is not allowed; allowed is the one at which others find this instance");
    }
    if (bootstrap.isEmpty() && seedNodes.stream().distinct().count() < PAIR) {
      throw new IllegalArgumentException(
          SEED_NODES
              + " has one instance only; allowed are two or more, or none for one that is alone");
    }
  }
}
