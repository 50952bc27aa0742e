package ebb.app.cluster;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import akka.actor.ActorSelection;
import akka.actor.Address;
import akka.actor.BootstrapSetup;
import akka.actor.PoisonPill;
import akka.actor.setup.ActorSystemSetup;
import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.Adapter;
import akka.actor.typed.javadsl.Behaviors;
import akka.cluster.ClusterUserAction;
import akka.cluster.MemberStatus;
import akka.cluster.typed.Cluster;
import akka.cluster.typed.JoinSeedNodes;
import akka.remote.artery.tcp.SSLEngineProviderSetup;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import ebb.admin.Certificates;
import ebb.journal.ClusterKey;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Members of a cluster on real ports, and who tries to be one, or to be heard. */
final class ClusterTlsTest {
  private static final String COMMON_NAME = "CN=ebb";
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @TempDir Path folder;
  private final List<ActorTestKit> systems = new ArrayList<>();

  /** At once: one that ends alone may wait for the ends of its TLS connections to the others. */
  @AfterEach
  void stop() {
    systems.forEach(each -> each.system().terminate());
    systems.forEach(ActorTestKit::shutdownTestKit);
  }

  @Test
  void shouldLetInWhoHasACertificateOfTheSameIssuerAndNobodyElse() throws Exception {
    var ours = new Certificates(folder, "RSA");
    ours.selfSigned("ca", "CN=issuer of ours", "-ext", "bc:c");
    ours.signedBy("ca", "rm1", COMMON_NAME);
    ours.signedBy("ca", "rm2", COMMON_NAME);
    ours.selfSigned("other-ca", "CN=another issuer", "-ext", "bc:c");
    ours.signedBy("other-ca", "stranger", COMMON_NAME);
    Cluster first = cluster(withCertificates(ours, "rm1", "ca"));
    join(first, first);

    Cluster stranger = cluster(withCertificates(ours, "stranger", "other-ca"));
    join(stranger, first);
    Cluster second = cluster(withCertificates(ours, "rm2", "ca"));
    join(second, first);

    awaitMembers(first, second);
    assertThat(stranger.selfMember().status()).isEqualTo(MemberStatus.removed());
  }

  @Test
  void shouldLetInWhoHasTheKeyOfTheDatabaseAndNobodyElse() {
    ClusterKey ours = ClusterKeyGenerator.generate();
    Cluster first = cluster(withKey(ours));
    join(first, first);

    List<Cluster> strangers =
        List.of(cluster(withKey(ClusterKeyGenerator.generate())), cluster(withoutTls()));
    strangers.forEach(stranger -> join(stranger, first));
    Cluster second = cluster(withKey(ours));
    join(second, first);

    awaitMembers(first, second);
    assertThat(strangers)
        .allMatch(stranger -> stranger.selfMember().status().equals(MemberStatus.removed()));
  }

  /** What is said with the key shows that the attempts would have been heard. */
  @Test
  void shouldReadNothingOfWhoHasNoKey() throws IOException {
    ClusterKey ours = ClusterKeyGenerator.generate();
    ActorTestKit attacked = withKey(ours);
    Cluster first = cluster(attacked);
    join(first, first);
    awaitMembers(first);
    TestProbe<String> listener = attacked.createTestProbe();

    for (ActorTestKit stranger : List.of(withKey(ClusterKeyGenerator.generate()), withoutTls())) {
      tell(stranger, first, "/system/cluster/core/daemon", new ClusterUserAction.Leave(of(first)));
      tell(stranger, first, "/system/cluster", PoisonPill.getInstance());
      tell(stranger, first, pathOf(listener), "of a stranger");
    }
    sendBytes(first, "GET / HTTP/1.1\r\n\r\n".getBytes(US_ASCII));
    sendBytes(first, arteryFrame());
    ActorTestKit friend = withKey(ours);
    tell(friend, first, pathOf(listener), "of a member");

    listener.expectMessage(PATIENCE, "of a member");
    listener.expectNoMessage(Duration.ofSeconds(1));
    awaitMembers(first);
    tell(friend, first, "/system/cluster/core/daemon", new ClusterUserAction.Leave(of(first)));
    await()
        .atMost(PATIENCE)
        .until(() -> first.selfMember().status().equals(MemberStatus.removed()));
  }

  /** The beginning of a plain connection of Akka's, and a frame of the largest length. */
  private static byte[] arteryFrame() {
    byte[] frame = new byte[64];
    byte[] head = {'A', 'K', 'K', 'A', 1, -1, -1, -1, 127};
    System.arraycopy(head, 0, frame, 0, head.length);
    return frame;
  }

  /** Whoever is listening closes the connection. */
  private static void sendBytes(Cluster to, byte[] bytes) throws IOException {
    try (Socket socket =
        new Socket(of(to).getHost().orElseThrow(), of(to).getPort().orElseThrow())) {
      socket.setSoTimeout((int) PATIENCE.toMillis());
      socket.getOutputStream().write(bytes);
      socket.getOutputStream().flush();
      // An alert of TLS, and the end.
      assertThat(socket.getInputStream().readAllBytes()).hasSizeLessThan(16);
    }
  }

  private static void tell(ActorTestKit from, Cluster to, String path, Object message) {
    ActorSelection selection = Adapter.toClassic(from.system()).actorSelection(of(to) + path);
    selection.tell(message, akka.actor.ActorRef.noSender());
  }

  private static String pathOf(TestProbe<?> probe) {
    return probe.getRef().path().toStringWithoutAddress();
  }

  private ActorTestKit withCertificates(Certificates certificates, String name, String issuer)
      throws Exception {
    var tls =
        new ClusterTls(
            certificates.certificate(name),
            certificates.key(name),
            certificates.certificate(issuer));
    return system(ActorSystemSetup.empty(), tls.akka());
  }

  private ActorTestKit withKey(ClusterKey key) {
    var keys = new ClusterKeySSLEngineProvider(key);
    return system(
        ActorSystemSetup.create(SSLEngineProviderSetup.create(system -> keys)),
        ConfigFactory.empty());
  }

  private ActorTestKit withoutTls() {
    return system(
        ActorSystemSetup.empty(), ConfigFactory.parseString("akka.remote.artery.transport = tcp"));
  }

  private ActorTestKit system(ActorSystemSetup setup, Config more) {
    Config config =
        more.withFallback(
                ConfigFactory.parseString(
                    """
                    akka.actor.provider = cluster
                    akka.remote.artery.transport = tls-tcp
                    akka.remote.artery.canonical { hostname = 127.0.0.1, port = 0 }
                    akka.cluster.jmx.enabled = off
                    akka.coordinated-shutdown.exit-jvm = off
                    # Nobody leaves in order here; all end at once.
                    akka.coordinated-shutdown.run-by-actor-system-terminate = off
                    """))
            .withFallback(ConfigFactory.load());
    ActorTestKit kit =
        ActorTestKit.create(
            ActorSystem.create(
                Behaviors.empty(), "ebb", setup.withSetup(BootstrapSetup.create(config))));
    systems.add(kit);
    return kit;
  }

  private static Cluster cluster(ActorTestKit kit) {
    return Cluster.get(kit.system());
  }

  private static void join(Cluster joining, Cluster member) {
    joining.manager().tell(new JoinSeedNodes(List.of(of(member))));
  }

  private static Address of(Cluster cluster) {
    return cluster.selfMember().address();
  }

  /** These and no others, as the first of them sees it. */
  private static void awaitMembers(Cluster... members) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(membersSeenBy(members[0]))
                    .containsExactlyInAnyOrderElementsOf(
                        List.of(members).stream().map(ClusterTlsTest::of).toList()));
  }

  private static List<Address> membersSeenBy(Cluster cluster) {
    return StreamSupport.stream(cluster.state().getMembers().spliterator(), false)
        .filter(member -> member.status().equals(MemberStatus.up()))
        .map(member -> member.address())
        .toList();
  }
}
