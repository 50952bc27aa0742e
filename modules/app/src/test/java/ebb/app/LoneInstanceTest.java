package ebb.app;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.FishingOutcomes;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorRefResolver;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.Adapter;
import akka.actor.typed.javadsl.Behaviors;
import akka.cluster.sharding.typed.javadsl.ClusterSharding;
import akka.cluster.sharding.typed.javadsl.Entity;
import akka.cluster.sharding.typed.javadsl.EntityTypeKey;
import akka.cluster.typed.Cluster;
import akka.cluster.typed.ClusterSingleton;
import akka.cluster.typed.Join;
import akka.cluster.typed.SingletonActor;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import ebb.app.cluster.ClusterSettings;
import ebb.journal.JournalDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** An instance with no others is a cluster to itself, and nobody can talk to it. */
@EnabledOnOs(OS.LINUX)
final class LoneInstanceTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final EntityTypeKey<Greeting> ENTITY =
      EntityTypeKey.create(Greeting.class, "Greeter");

  record Greeting(ActorRef<String> replyTo) {}

  @TempDir Path folder;
  private Set<String> before = Set.of();
  private ActorTestKit lone;

  @BeforeEach
  void start() throws IOException {
    before = listeningSockets();
    JournalDatabase journal = TestJournal.open(folder);
    Config config =
        ConfigFactory.parseResources("instance.conf")
            .withFallback(ConfigFactory.defaultReferenceUnresolved())
            .resolve();
    ClusterSettings cluster = ClusterSettings.from(config);
    assertThat(cluster.hasOthers()).isFalse();
    ActorSystem<Void> system =
        ActorSystem.create(
            Behaviors.empty(),
            "ebb",
            cluster.setup(
                journal,
                journal.akkaConfig().withFallback(cluster.akka(false)).withFallback(config)));
    journal.closeAfter(system);
    lone = ActorTestKit.create(system);
    Cluster self = Cluster.get(system);
    self.manager().tell(new Join(self.selfMember().address()));
  }

  @AfterEach
  void stop() {
    ActorTestKit.shutdown(lone.system(), PATIENCE);
  }

  @Test
  void shouldRunSingletonAndShardsWithoutAnyPort() throws IOException {
    ActorRef<Greeting> singleton =
        ClusterSingleton.get(lone.system())
            .init(SingletonActor.of(greeter("singleton"), "Singleton"));
    ClusterSharding.get(lone.system())
        .init(Entity.of(ENTITY, context -> greeter(context.getEntityId())));
    TestProbe<String> asked = lone.createTestProbe();

    singleton.tell(new Greeting(asked.getRef()));
    asked.expectMessage(PATIENCE, "singleton");
    ClusterSharding.get(lone.system())
        .entityRefFor(ENTITY, "h1")
        .tell(new Greeting(asked.getRef()));
    asked.expectMessage(PATIENCE, "h1");

    Set<String> opened = listeningSockets();
    opened.removeAll(before);
    assertThat(opened).isEmpty();
  }

  @Test
  void shouldReachItselfByItsAddressAndNobodyElse() {
    TestProbe<String> self = lone.createTestProbe();
    TestProbe<akka.actor.DeadLetter> lost = lone.createTestProbe();
    lone.system()
        .classicSystem()
        .eventStream()
        .subscribe(Adapter.toClassic(lost.getRef()), akka.actor.DeadLetter.class);
    ActorRefResolver resolver = ActorRefResolver.get(lone.system());
    String written = resolver.toSerializationFormat(self.getRef());
    assertThat(written).startsWith("akka://ebb@");

    resolver.<String>resolveActorRef(written).tell("to itself");
    self.expectMessage(PATIENCE, "to itself");
    resolver.<String>resolveActorRef("akka://ebb@127.0.0.1:25520/user/somebody").tell("elsewhere");
    lost.fishForMessage(
        PATIENCE,
        letter ->
            letter.message().equals("elsewhere")
                ? FishingOutcomes.complete()
                : FishingOutcomes.continueAndIgnore());
  }

  private static akka.actor.typed.Behavior<Greeting> greeter(String name) {
    return Behaviors.receiveMessage(
        greeting -> {
          greeting.replyTo().tell(name);
          return Behaviors.same();
        });
  }

  /** Inodes of the sockets of this process that listen. */
  private static Set<String> listeningSockets() throws IOException {
    Set<String> listening = new HashSet<>();
    for (String table : new String[] {"/proc/self/net/tcp", "/proc/self/net/tcp6"}) {
      if (Files.exists(Path.of(table))) {
        Files.readAllLines(Path.of(table)).stream()
            .map(line -> line.strip().split("\\s+"))
            .filter(columns -> columns[3].equals("0A"))
            .forEach(columns -> listening.add("socket:[" + columns[9] + "]"));
      }
    }
    Set<String> own = new HashSet<>();
    try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
      for (Path descriptor : descriptors.toList()) {
        if (Files.isSymbolicLink(descriptor)) {
          own.add(Files.readSymbolicLink(descriptor).toString());
        }
      }
    }
    own.retainAll(listening);
    return own;
  }
}
