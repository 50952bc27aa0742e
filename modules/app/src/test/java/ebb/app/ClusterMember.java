package ebb.app;

import static java.nio.charset.StandardCharsets.UTF_8;

import akka.actor.CoordinatedShutdown;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import akka.actor.typed.PostStop;
import akka.actor.typed.javadsl.Behaviors;
import akka.cluster.typed.ClusterSingleton;
import akka.cluster.typed.SingletonActor;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import ebb.admin.instances.InstanceState;
import ebb.admin.instances.Instances;
import ebb.admin.instances.LeaveOrder;
import ebb.app.cluster.ClusterJoiner;
import ebb.app.cluster.ClusterSettings;
import ebb.app.instance.ShutdownLatch;
import ebb.app.members.ClusterInstances;
import ebb.app.members.RequestedShutdown;
import ebb.journal.JournalDatabase;
import ebb.journal.database.JournalSettings;
import ebb.journal.lease.InstanceLock;
import ebb.journal.lease.MemberRegistry;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.Map;
import java.util.Optional;

/**
 * An instance without Hadoop: it joins the others as Ebb does, and a singleton says where it is.
 * Ends in order with SIGTERM, and with whoever started it; leaves when that is ordered.
 */
public final class ClusterMember {
  private static volatile boolean leads;

  private ClusterMember() {}

  /**
   * @param arguments name, port, seed nodes, URL, user and password file of the database, and HOCON
   *     that is to win over all that follows from these
   */
  public static void main(String[] arguments) throws Exception {
    Config config = config(arguments);
    JournalDatabase database = JournalDatabase.open(JournalSettings.from(config));
    InstanceLock claim = database.claim(arguments[0]).orElseThrow();
    ClusterSettings cluster = ClusterSettings.from(config);
    ActorSystem<Void> system = system(database, config);
    claim.keep(system, reason -> end(system, reason));
    MemberRegistry members =
        ClusterJoiner.registry(system, database, arguments[0], reason -> end(system, reason));
    ClusterJoiner.join(system, cluster, members, reason -> end(system, reason))
        .thenRunAsync(() -> System.out.println("member"), system.executionContext());
    ClusterSingleton.get(system).init(SingletonActor.of(leader(), "Leader"));
    Instances instances = ClusterInstances.start(system, arguments[0], ClusterMember::state);
    system
        .getWhenTerminated()
        .thenRunAsync(
            () -> {
              System.out.println("ended");
              Runtime.getRuntime().halt(RequestedShutdown.isOrdered(system) ? 0 : 1);
            });
    try (var orders = new BufferedReader(new InputStreamReader(System.in, UTF_8))) {
      orders.lines().forEach(line -> handle(line, instances));
    }
    end(system, "told to");
  }

  private static InstanceState state() {
    return leads ? InstanceState.LEADING : InstanceState.STANDBY;
  }

  /** {@code instances}, {@code leave NAME} or {@code force NAME}; says what comes of it. */
  private static void handle(String line, Instances instances) {
    String[] words = line.split(" ", -1);
    Object answer =
        words[0].equals("instances")
            ? instances.all().toCompletableFuture().join()
            : instances
                .leave(
                    new LeaveOrder(
                        Optional.of(words[1]),
                        words[0].equals("force"),
                        "anna",
                        Optional.of("new memory")))
                .toCompletableFuture()
                .join();
    System.out.println(answer);
  }

  public static Config config(String... arguments) {
    Config more = ConfigFactory.parseString(arguments.length > 6 ? arguments[6] : "");
    return more.withFallback(
            ConfigFactory.parseMap(
                Map.of(
                    "ebb.instance", arguments[0],
                    "ebb.cluster.port", arguments[1],
                    "ebb.cluster.seed-nodes", arguments[2],
                    "ebb.journal.url", arguments[3],
                    "ebb.journal.user", arguments[4],
                    "ebb.journal.password-file", arguments[5],
                    "ebb.journal.directory", arguments[5] + "-" + arguments[0])))
        .withFallback(ConfigFactory.parseResources("instance.conf"))
        .withFallback(ConfigFactory.defaultReferenceUnresolved())
        .resolve();
  }

  /** Ends as an instance does. */
  public static ActorSystem<Void> system(JournalDatabase database, Config config) {
    ClusterSettings cluster = ClusterSettings.from(config);
    Config named =
        ClusterInstances.named(
            config.getString("ebb.instance"), cluster.akka(true).withFallback(config));
    ActorSystem<Void> system =
        ActorSystem.create(
            Behaviors.empty(),
            "ebb",
            cluster.setup(database, database.akkaConfig().withFallback(named)));
    ShutdownLatch.of(system);
    return system;
  }

  private static void end(ActorSystem<?> system, String reason) {
    System.out.println("ends: " + reason);
    CoordinatedShutdown.get(system).runAll(CoordinatedShutdown.unknownReason());
  }

  private static Behavior<Void> leader() {
    return Behaviors.setup(
        context -> {
          leads = true;
          System.out.println("leads");
          return Behaviors.receive(Void.class)
              .onSignal(
                  PostStop.class,
                  stopped -> {
                    System.out.println("leads no longer");
                    return Behaviors.same();
                  })
              .build();
        });
  }
}
