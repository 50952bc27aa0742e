package ebb.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import akka.actor.Address;
import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.cluster.MemberStatus;
import akka.cluster.typed.Cluster;
import akka.cluster.typed.JoinSeedNodes;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import ebb.admin.Certificates;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Members of a cluster on real ports, each with certificates of its own. */
final class ClusterTlsTest {
  private static final String COMMON_NAME = "CN=ebb";

  @TempDir Path folder;
  private final List<ActorTestKit> members = new ArrayList<>();

  /** At once: one that ends alone may wait for the ends of its TLS connections to the others. */
  @AfterEach
  void stop() {
    members.forEach(member -> member.system().terminate());
    members.forEach(ActorTestKit::shutdownTestKit);
  }

  @Test
  void shouldLetInWhoHasACertificateOfTheSameIssuerAndNobodyElse() throws Exception {
    var ours = new Certificates(folder, "RSA");
    ours.selfSigned("ca", "CN=issuer of ours", "-ext", "bc:c");
    ours.signedBy("ca", "rm1", COMMON_NAME);
    ours.signedBy("ca", "rm2", COMMON_NAME);
    ours.selfSigned("other-ca", "CN=another issuer", "-ext", "bc:c");
    ours.signedBy("other-ca", "stranger", COMMON_NAME);

    Cluster first = member(ours, "rm1", "ca");
    first.manager().tell(new JoinSeedNodes(List.of(addressOf(first))));
    Cluster stranger = member(ours, "stranger", "other-ca");
    stranger.manager().tell(new JoinSeedNodes(List.of(addressOf(first))));
    Cluster second = member(ours, "rm2", "ca");
    second.manager().tell(new JoinSeedNodes(List.of(addressOf(first))));

    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(
            () -> assertThat(membersSeenBy(first)).contains(addressOf(first), addressOf(second)));
    assertThat(membersSeenBy(first)).doesNotContain(addressOf(stranger));
    assertThat(stranger.selfMember().status()).isEqualTo(MemberStatus.removed());
  }

  private Cluster member(Certificates certificates, String name, String issuer) throws Exception {
    var tls =
        new ClusterTls(
            certificates.certificate(name),
            certificates.key(name),
            certificates.certificate(issuer));
    Config config =
        tls.akka()
            .withFallback(
                ConfigFactory.parseString(
                    """
                    akka.actor.provider = cluster
                    akka.remote.artery.canonical { hostname = 127.0.0.1, port = 0 }
                    akka.cluster.jmx.enabled = off
                    akka.coordinated-shutdown.exit-jvm = off
                    # Nobody leaves in order here; all end at once.
                    akka.coordinated-shutdown.run-by-actor-system-terminate = off
                    """))
            .withFallback(ConfigFactory.load());
    ActorTestKit kit = ActorTestKit.create("ebb", config);
    members.add(kit);
    return Cluster.get(kit.system());
  }

  private static Address addressOf(Cluster cluster) {
    return cluster.selfMember().address();
  }

  private static List<Address> membersSeenBy(Cluster cluster) {
    return StreamSupport.stream(cluster.state().getMembers().spliterator(), false)
        .filter(member -> member.status() == MemberStatus.up())
        .map(member -> member.address())
        .toList();
  }
}
