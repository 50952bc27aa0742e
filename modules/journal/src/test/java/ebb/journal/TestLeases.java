package ebb.journal;

import akka.actor.ActorSystem;
import akka.coordination.lease.LeaseSettings;
import akka.coordination.lease.javadsl.LeaseProvider;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import ebb.journal.database.JournalSettings;
import ebb.journal.lease.JdbcLease;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** Actor systems whose leases are rows that live for a few seconds. */
public final class TestLeases {
  static final String TIME_TO_LIVE = "4s";

  /** The lease of the lead, as Akka names it. */
  public static final String LEAD = "ebb-singleton-akka://ebb/system/singletonManagerLeader";

  private TestLeases() {}

  public static ActorSystem system(JournalSettings settings) {
    Config config = config(settings);
    JournalSettings complete = JournalSettings.from(config);
    return ActorSystem.create(
        "leases", AkkaPersistenceConfig.of(complete, complete.database()).withFallback(config));
  }

  /** Without what makes Akka Persistence use the journal. */
  static Config config(JournalSettings settings) {
    return ConfigFactory.parseMap(
            Map.of(
                "ebb.journal.url", settings.url(),
                "ebb.journal.user", settings.user(),
                "ebb.journal.password-file", settings.passwordFile(),
                "ebb.journal.lease.time-to-live", TIME_TO_LIVE,
                "ebb.journal.lease.renew-every", "500ms"))
        .withFallback(ConfigFactory.load());
  }

  /** As Akka makes it. */
  public static JdbcLease lease(ActorSystem system, String name, String owner) {
    return (JdbcLease) LeaseProvider.get(system).getLease(name, JournalDatabase.LEASE, owner);
  }

  /** One that is not of this process, as far as anybody can tell. */
  public static JdbcLease leaseOfAnother(ActorSystem system, String name, String owner) {
    return new JdbcLease(
        LeaseSettings.apply(
            system.settings().config().getConfig(JournalDatabase.LEASE), name, owner),
        system,
        "elsewhere");
  }

  /** Who is a member, as Akka answers. */
  public static Supplier<CompletionStage<Set<String>>> known(String... members) {
    return () -> CompletableFuture.completedStage(Set.of(members));
  }

  public static void end(ActorSystem system) throws Exception {
    system.terminate();
    system.getWhenTerminated().toCompletableFuture().get(60, TimeUnit.SECONDS);
  }

  public static boolean ask(CompletionStage<Boolean> answer)
      throws InterruptedException, java.util.concurrent.ExecutionException, TimeoutException {
    return answer.toCompletableFuture().get(60, TimeUnit.SECONDS);
  }
}
