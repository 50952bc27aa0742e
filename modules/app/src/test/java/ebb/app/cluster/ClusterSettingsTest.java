package ebb.app.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import akka.actor.Address;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import ebb.admin.Certificates;
import ebb.app.cluster.ClusterSettings.SeedNode;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClusterSettingsTest {

  @Test
  void shouldBeAloneUnlessToldOtherwise() {
    assertThat(settings("").hasOthers()).isFalse();
  }

  @Test
  void shouldNameTheOthersInTheWordsOfAkka() {
    ClusterSettings settings =
        settings("port = 2551, seed-nodes = \"127.0.0.1:2551, [::1]:2552, 127.0.0.1:2553\"");

    assertThat(settings.hasOthers()).isTrue();
    assertThat(settings.seedNodes())
        .containsExactly(
            new SeedNode("127.0.0.1", 2551),
            new SeedNode("::1", 2552),
            new SeedNode("127.0.0.1", 2553));
    assertThat(settings.seedsOf(new Address("akka", "ebb", "127.0.0.1", 2551)))
        .first()
        .hasToString("akka://ebb@127.0.0.1:2551");
  }

  @Test
  void shouldListenWithTlsOnlyAndReadNoJavaObjects() {
    Config akka = settings("port = 1, seed-nodes = \"127.0.0.1:1, 127.0.0.1:2\"").akka(true);

    assertThat(akka.getString("akka.actor.provider")).isEqualTo("cluster");
    assertThat(akka.getString("akka.remote.artery.transport")).isEqualTo("tls-tcp");
    assertThat(akka.getBoolean("akka.actor.allow-java-serialization")).isFalse();
  }

  @Test
  void shouldTakeItsOwnCertificatesWhereTheyAreConfigured(@TempDir Path folder) throws Exception {
    var certificates = new Certificates(folder, "RSA");
    certificates.selfSigned("ca", "CN=ca");
    certificates.signedBy("ca", "rm1", "CN=ebb");

    Config akka = settings(tls(certificates, "rm1", "rm1")).akka(true);

    assertThat(akka.getString("akka.remote.artery.ssl.rotating-keys-engine.key-file"))
        .isEqualTo(certificates.key("rm1").toString());
  }

  /** Akka would only log a stack trace for each connection. */
  @Test
  void shouldRefuseCertificatesAndKeysThatCannotBeUsed(@TempDir Path folder) throws Exception {
    var certificates = new Certificates(folder, "RSA");
    certificates.selfSigned("ca", "CN=ca");
    certificates.signedBy("ca", "rm1", "CN=ebb");
    certificates.signedBy("ca", "rm2", "CN=ebb");

    assertThatThrownBy(() -> settings(tls(certificates, "rm1", "rm2")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageMatching(
            "ebb\\.cluster\\.tls\\.certificate, \\.key and \\.ca cannot be used: .*rm2\\.key is"
                + " not the key of the first certificate in .*rm1\\.crt");
  }

  @Test
  void shouldRefuseAKeyThatIsNoRsaKey(@TempDir Path folder) throws Exception {
    var certificates = new Certificates(folder, "EC");
    certificates.selfSigned("ca", "CN=ca");
    certificates.signedBy("ca", "rm1", "CN=ebb");

    assertThatThrownBy(() -> settings(tls(certificates, "rm1", "rm1")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("rm1.key holds no RSA key");
  }

  private static String tls(Certificates certificates, String certificate, String key)
      throws Exception {
    return "tls { certificate = \"%s\", key = \"%s\", ca = \"%s\" }"
        .formatted(
            certificates.certificate(certificate),
            certificates.key(key),
            certificates.certificate("ca"));
  }

  @Test
  void shouldListenNowhereWhenItIsAlone() {
    assertThat(settings("").akka(false).getString("akka.actor.provider"))
        .isEqualTo("ebb.app.cluster.LoneActorRefProvider");
  }

  /** A majority of two is both of them. */
  @Test
  void shouldLetALeaseDecideBetweenTwoAndTheMajorityAmongMore() {
    String strategy = "akka.cluster.split-brain-resolver.active-strategy";

    Config two = settings("port = 1, seed-nodes = \"127.0.0.1:1, 127.0.0.1:2\"").akka(true);
    Config three =
        settings("port = 1, seed-nodes = \"127.0.0.1:1, 127.0.0.1:2, 127.0.0.1:3\"").akka(true);

    assertThat(two.getString(strategy)).isEqualTo("lease-majority");
    assertThat(three.hasPath(strategy)).isFalse();
    assertThat(List.of(two, three, settings("").akka(true)))
        .extracting(each -> each.getString("akka.cluster.singleton.use-lease"))
        .containsOnly("ebb-lease");
    assertThat(settings("").akka(false).hasPath("akka.cluster.singleton.use-lease")).isFalse();
  }

  @Test
  void shouldLookForOthersAndLeaveTheFoundingToTheDatabase() {
    ClusterSettings found =
        settings("port = 1, bootstrap { method = kubernetes-api, service = rm, port = 8559 }");
    Config akka = found.akka(true).getConfig("akka.management");

    assertThat(found.hasOthers()).isTrue();
    assertThat(akka.getBoolean("cluster.bootstrap.new-cluster-enabled")).isFalse();
    assertThat(akka.getString("http.hostname")).isEqualTo("127.0.0.1");
    assertThat(akka.getInt("http.port")).isEqualTo(8559);
    Config lookup = akka.getConfig("cluster.bootstrap.contact-point-discovery");
    assertThat(lookup.getString("discovery-method")).isEqualTo("kubernetes-api");
    assertThat(lookup.getString("service-name")).isEqualTo("rm");
  }

  @Test
  void shouldLetALeaseDecideBetweenTwoThatFoundEachOther() {
    String strategy = "akka.cluster.split-brain-resolver.active-strategy";
    Config two = settings("port = 1, bootstrap { method = config, instances = 2 }").akka(true);
    Config three = settings("port = 1, bootstrap.method = config").akka(true);

    assertThat(two.getString(strategy)).isEqualTo("lease-majority");
    assertThat(three.hasPath(strategy)).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          seed-nodes = "127.0.0.1:1,127.0.0.1:2"                          | ebb.cluster.port = 0
          port = 1, seed-nodes = "127.0.0.1:1"                            | has one instance only
          port = 1, seed-nodes = "127.0.0.1:1, 127.0.0.1:1"               | has one instance only
          port = 1, seed-nodes = "127.0.0.1, 127.0.0.1:2"                 | has 127.0.0.1;
          port = 1, seed-nodes = "127.0.0.1:70000, 127.0.0.1:2"           | has 127.0.0.1:70000;
          port = 1, seed-nodes = "127.0.0.1:0, 127.0.0.1:2"               | has 127.0.0.1:0;
          port = 1, seed-nodes = "127.0.0.1:1,127.0.0.1:2", bootstrap.method = config | are both set
          bootstrap.method = config                                       | ebb.cluster.port = 0
          port = 1, bootstrap { method = config, service = "" }           | bootstrap.service is empty
          port = 1, bootstrap { method = config, instances = 1 }          | bootstrap.instances = 1
          port = 1, bootstrap { method = config, port = 0 }               | bootstrap.port = 0
          tls.key = /etc/hosts                                            | set are only [key]
          tls { key = /nowhere, ca = /etc/hosts, certificate = /etc/hosts } | ebb.cluster.tls.key = /nowhere
          tls { key = /etc/hosts, ca = /etc/hosts, certificate = /etc/hosts } | /etc/hosts holds no certificates in PEM
          """)
  void shouldRefuseInOneLineThatNamesTheKey(String wrong, String message) {
    assertThatThrownBy(() -> settings(wrong))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  private static ClusterSettings settings(String text) {
    return ClusterSettings.from(
        ConfigFactory.parseString("ebb.cluster { " + text + " }")
            .withFallback(ConfigFactory.defaultReference()));
  }
}
