package ebb.scenarios.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ebb.admin.Certificates;
import ebb.demo.cluster.ResourceManagerProcess;
import ebb.files.Pem;
import ebb.scenarios.EbbRun;
import ebb.scenarios.KilledCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.cert.Certificate;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two instances with an operator's certificates, which are replaced while they run. */
@Tag("long")
class ClusterCertificatesIT {
  @TempDir static Path folder;
  private static Certificates made;
  private static KilledCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    made = new Certificates(Files.createDirectory(folder.resolve("made")), "RSA");
    made.selfSigned("ca", "CN=issuer", "-ext", "bc:c");
    cluster = KilledCluster.prepare(2);
    for (ResourceManagerProcess instance : cluster.instances()) {
      give(instance, "first-of-" + instance.name());
      cluster.files().configure(instance.name(), settings(instance));
    }
    cluster.startAll();
  }

  @AfterAll
  static void close() {
    cluster.close();
  }

  private static String settings(ResourceManagerProcess instance) throws Exception {
    return """
    ebb.cluster.tls { certificate = "%s", key = "%s", ca = "%s" }
    akka.remote.artery.ssl.rotating-keys-engine.ssl-context-cache-ttl = 1s
    """
        .formatted(file(instance, ".pem"), file(instance, ".key"), made.certificate("ca"));
  }

  private static Path file(ResourceManagerProcess instance, String kind) {
    return folder.resolve(instance.name() + kind);
  }

  /** Nothing is restarted, and the running instances accept one that joins later. */
  @Test
  void shouldShowNewCertificatesWithoutARestart() throws Exception {
    ResourceManagerProcess leader = cluster.leader();
    for (ResourceManagerProcess instance : cluster.instances()) {
      String name = "second-of-" + instance.name();
      Certificate before = shownBy(instance);

      give(instance, name);
      assertThat(certificate(name)).isNotEqualTo(before);

      await()
          .atMost(KilledCluster.PATIENCE)
          .untilAsserted(() -> assertThat(shownBy(instance)).isEqualTo(certificate(name)));
    }
    cluster.awaitAllServe();
    ResourceManagerProcess standby = cluster.standbys().get(0);
    cluster.kill(standby);
    cluster.startAgain(standby);
    assertThat(cluster.leader()).isEqualTo(leader);
  }

  /**
   * A warning comes before the certificate expires. Open connections stay. An instance that starts
   * with an expired certificate is not let in until it is replaced, and says why.
   */
  @Test
  void shouldTakeACertificateNoMoreThatHasExpired() throws Exception {
    ResourceManagerProcess leader = cluster.leader();
    ResourceManagerProcess standby = cluster.standbys().get(0);

    give(standby, "brief", "-startdate", "-1d+1H", "-validity", "1");
    awaitWarning(standby, "the certificate of CN=ebb expires at ");
    give(standby, "expired", "-startdate", "-2d", "-validity", "1");
    awaitWarning(standby, "the certificate of CN=ebb expired at ");
    cluster.awaitAllServe();
    assertThat(checkedConfigurationOf(standby).out())
        .anyMatch(line -> line.matches("Warning: .*: the certificate of CN=ebb expired at .*"));

    cluster.kill(standby);
    standby.start();
    await()
        .atMost(KilledCluster.PATIENCE)
        .until(
            () ->
                !cluster
                    .files()
                    .logged(standby.name(), "none has accepted this one yet")
                    .isEmpty());
    assertThat(standby.adminApi().isReady()).isFalse();
    assertThat(leader.adminApi().leads()).isTrue();

    give(standby, "last");
    cluster.awaitAllServe();
    assertThat(cluster.leader()).isEqualTo(leader);
    await()
        .atMost(KilledCluster.PATIENCE)
        .untilAsserted(
            () ->
                assertThat(standby.adminApi().warnings())
                    .noneMatch(line -> line.contains("expire")));
  }

  private static void awaitWarning(ResourceManagerProcess instance, String wanted) {
    await()
        .atMost(KilledCluster.PATIENCE)
        .ignoreExceptionsInstanceOf(IOException.class)
        .until(
            () -> instance.adminApi().warnings().stream().anyMatch(line -> line.contains(wanted)));
  }

  private static EbbRun checkedConfigurationOf(ResourceManagerProcess instance) throws Exception {
    return EbbRun.of(
        cluster.loopback(),
        List.of(
            "config",
            "check",
            "--conf",
            cluster.loopback().folder().conf().toString(),
            "--instance",
            instance.name(),
            "--data",
            folder.resolve("no-data").toString()));
  }

  /** Replaces each file atomically, as {@code mv} does. */
  private static void give(ResourceManagerProcess instance, String name, String... options)
      throws Exception {
    made.signedBy("ca", name, "CN=ebb", options);
    move(made.key(name), file(instance, ".key"));
    move(made.certificate(name), file(instance, ".pem"));
  }

  private static void move(Path from, Path to) throws IOException {
    Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  private static Certificate certificate(String name) throws Exception {
    return Pem.certificates(made.certificate(name)).get(0);
  }

  /** The certificate that its cluster port presents now. */
  private static Certificate shownBy(ResourceManagerProcess instance) throws Exception {
    int port = cluster.files().settingsOf(instance.name()).getInt("ebb.cluster.port");
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, new TrustManager[] {new TrustAll()}, null);
    try (var socket = (SSLSocket) context.getSocketFactory().createSocket("127.0.0.1", port)) {
      return socket.getSession().getPeerCertificates()[0];
    }
  }
}
