package ebb.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.cluster.typed.Cluster;
import akka.cluster.typed.JoinSeedNodes;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import ebb.app.cluster.ClusterTls;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** docs/cluster.md: with the keys that its commands make, instances talk to each other. */
class ClusterPageTest {
  private static final Path PAGE = Path.of("..", "..", "docs", "cluster.md");

  @TempDir private Path folder;

  @Test
  void shouldMakeKeysThatInstancesCanUse() throws Exception {
    assumeTrue(hasOpenssl(), "openssl is not installed: the page's commands are not checked");
    bash(commands());

    ActorTestKit rm1 = member("rm1");
    ActorTestKit rm2 = member("rm2");
    try {
      Cluster first = Cluster.get(rm1.system());
      for (ActorTestKit each : List.of(rm1, rm2)) {
        Cluster.get(each.system())
            .manager()
            .tell(new JoinSeedNodes(List.of(first.selfMember().address())));
      }
      await()
          .atMost(Duration.ofSeconds(30))
          .untilAsserted(() -> assertThat(first.state().getMembers()).hasSize(2));
    } finally {
      // At once: one that ends alone may wait for the ends of its TLS connections to the other.
      List<ActorTestKit> members = List.of(rm1, rm2);
      members.forEach(member -> member.system().terminate());
      members.forEach(ActorTestKit::shutdownTestKit);
    }
  }

  private static String commands() throws IOException {
    String page = Files.readString(PAGE);
    String block =
        page.substring(page.indexOf("<!-- keys: begin -->"), page.indexOf("<!-- keys: end -->"));
    String begin = "```sh\n";
    return block.substring(block.indexOf(begin) + begin.length(), block.lastIndexOf("```"));
  }

  private static boolean hasOpenssl() throws InterruptedException {
    try {
      return new ProcessBuilder("openssl", "version").start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  private void bash(String commands) throws Exception {
    Process bash =
        new ProcessBuilder("bash", "-euc", commands)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .start();
    String said = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(bash.waitFor()).as(said).isZero();
  }

  private ActorTestKit member(String name) {
    var tls =
        new ClusterTls(
            folder.resolve(name + ".pem"), folder.resolve(name + ".key"), folder.resolve("ca.pem"));
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
    return ActorTestKit.create("ebb", config);
  }
}
