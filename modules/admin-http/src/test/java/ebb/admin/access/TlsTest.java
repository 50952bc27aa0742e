package ebb.admin.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import ebb.admin.AdminApiServer;
import ebb.admin.AdminApiServer.Answer;
import ebb.admin.AdminApiTestBase;
import ebb.admin.CapturedLog;
import ebb.admin.Certificates;
import ebb.admin.TokenAuthenticationTest;
import ebb.domain.lists.RefreshType;
import ebb.domain.provenance.AuthMethod;
import ebb.domain.provenance.Initiator;
import ebb.domain.provenance.Peer;
import ebb.nodeslist.protocol.NodesListReply.Refreshed;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The API over TLS, where a client certificate says who asks. */
class TlsTest {
  private static final String LOOPBACK = "SAN=ip:127.0.0.1,dns:localhost";

  @TempDir static Path folder;
  static Certificates certificates;
  static Path users;
  static TlsSettings tls;
  static AdminApiServer api;

  @BeforeAll
  static void start() throws Exception {
    certificates = new Certificates(folder);
    certificates.selfSigned("server", "CN=rm1", "-ext", LOOPBACK);
    certificates.selfSigned("next", "CN=rm1-next", "-ext", LOOPBACK);
    certificates.selfSigned("ca", "CN=Our issuer", "-ext", "bc:c");
    certificates.signedBy("ca", "anna", "CN=anna, OU=operators, O=example");
    certificates.signedBy("ca", "carl", "CN=carl");
    certificates.selfSigned("mallory", "CN=anna");
    users =
        Files.writeString(
            folder.resolve("users"),
            "anna admin certificate\nprobe reader sha256:%s\n"
                .formatted(TokenAuthenticationTest.sha256("token")));
    Path certificate =
        Files.copy(certificates.certificate("server"), folder.resolve("current.crt"));
    Path key = Files.copy(certificates.key("server"), folder.resolve("current.key"));
    tls = new TlsSettings(certificate, key, Optional.of(certificates.certificate("ca")));
    api = new AdminApiServer(Optional.of(users), Optional.of(tls), as(Optional.empty()));
  }

  @AfterAll
  static void stop() {
    api.close();
  }

  @BeforeEach
  void reset() {
    api.reset();
  }

  @Test
  void shouldKnowTheCallerByHisCertificate() throws Exception {
    // given
    api.leader.answersRefreshesWith(
        new Refreshed("op-1", RefreshType.NORMAL, 5, false, List.of(), new TreeSet<>()));
    // when
    Answer answer =
        AdminApiServer.send(
            as(Optional.of("anna")),
            api.request("/api/v1/refresh")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"type\":\"NORMAL\"}")));
    // then
    assertThat(answer.status()).as(answer.json().toString()).isEqualTo(200);
    Initiator initiator = api.leader.refreshes.take().initiator();
    assertThat(initiator.actor()).isEqualTo("anna");
    assertThat(initiator.peer()).contains(new Peer("127.0.0.1", "anna", AuthMethod.CERTIFICATE));
  }

  @Test
  void shouldRefuseACertificateThatGivesNoRights() throws Exception {
    try (CapturedLog log = CapturedLog.of(AccessFilter.class.getName())) {
      Answer answer =
          AdminApiServer.send(as(Optional.of("carl")), api.request("/api/v1/nodes").GET());

      AdminApiTestBase.assertProblem(answer, 403, "forbidden");
      assertThat(log.messages()).singleElement().asString().contains("from 127.0.0.1:", "carl");
    }
  }

  @Test
  void shouldTakeATokenFromWhoHasNoCertificate() throws Exception {
    AdminApiTestBase.assertProblem(api.get("/api/v1/nodes"), 401, "unauthenticated");

    Answer answer = api.send(api.request("/api/v1/nodes").header("Authorization", "Bearer token"));

    assertThat(answer.status()).isEqualTo(200);
  }

  @Test
  void shouldNotTalkToACertificateOfAnotherIssuer() throws Exception {
    HttpClient mallory = as(Optional.of("mallory"));

    assertThatThrownBy(() -> AdminApiServer.send(mallory, api.request("/api/v1/nodes").GET()))
        .isInstanceOf(IOException.class);
    assertThat(
            AdminApiServer.send(as(Optional.of("anna")), api.request("/api/v1/nodes").GET())
                .status())
        .isEqualTo(200);
  }

  @Test
  void shouldNotAnswerWithoutTls() throws Exception {
    assertThat(api.sendRaw("GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n"))
        .doesNotContain("HTTP/1.1 200");
  }

  @Test
  void shouldShowANewCertificateOnceItsFilesAreThere() throws Exception {
    // given
    assertThat(nameOfServer("server")).isEqualTo("CN=rm1");
    try (CapturedLog log = CapturedLog.of(ReloadingFile.class.getName())) {
      // when only one of the two files is there
      replace(certificates.certificate("next"), tls.certificate());
      assertThat(nameOfServer("server")).isEqualTo("CN=rm1");
      assertThat(log.messages()).singleElement().asString().contains("is not the key of");
      // and when both are
      replace(certificates.key("next"), tls.key());
      assertThat(nameOfServer("next")).isEqualTo("CN=rm1-next");
    } finally {
      replace(certificates.certificate("server"), tls.certificate());
      replace(certificates.key("server"), tls.key());
      assertThat(nameOfServer("server")).isEqualTo("CN=rm1");
    }
  }

  private static void replace(Path from, Path to) throws IOException {
    Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
  }

  private static String nameOfServer(String trusted) throws Exception {
    HttpClient client = certificates.client(trusted, Optional.empty());
    SSLSession session =
        client
            .send(
                api.request("/health/live").build(),
                java.net.http.HttpResponse.BodyHandlers.ofString())
            .sslSession()
            .orElseThrow();
    return session.getPeerPrincipal().getName();
  }

  /** Elsewhere than on a loopback address nobody can know by which names it is called. */
  @Test
  void shouldServeEveryAddressUnderEveryName() throws Exception {
    // given
    try (AdminApiServer open =
        new AdminApiServer(
            InetAddress.getByName("0.0.0.0"),
            Optional.of(users),
            Optional.of(tls),
            as(Optional.empty()))) {
      // when
      String request = "GET %s HTTP/1.1\r\nHost: rm.example\r\nConnection: close\r\n\r\n";
      String health = sendTls(open.port(), request.formatted("/health/live"));
      String nodes = sendTls(open.port(), request.formatted("/api/v1/nodes"));
      // then
      assertThat(health).startsWith("HTTP/1.1 200");
      assertThat(nodes).startsWith("HTTP/1.1 401").contains("unauthenticated");
    }
  }

  private static String sendTls(int port, String request) throws Exception {
    try (Socket socket =
        certificates
            .context("server", Optional.empty())
            .getSocketFactory()
            .createSocket("127.0.0.1", port)) {
      socket.setSoTimeout(10_000);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void shouldRefuseAnotherHandshakeOnTheSameConnection() throws Exception {
    try (SSLSocket socket = connect()) {
      socket.setEnabledProtocols(new String[] {"TLSv1.2"});
      socket.startHandshake();
      String first = socket.getSession().getCipherSuite();
      assertThat(first).startsWith("TLS_ECDHE");

      assertThatThrownBy(
              () -> {
                socket.startHandshake();
                socket.getInputStream().read();
              })
          .isInstanceOf(IOException.class)
          .isNotInstanceOf(SocketTimeoutException.class);
    }
  }

  @Test
  void shouldEndAHandshakeThatHangs() throws Exception {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), api.port())) {
      // the beginning of a ClientHello
      socket.getOutputStream().write(new byte[] {0x16, 0x03, 0x01, 0x01, 0x00, 0x01});

      await()
          .pollInterval(Duration.ofMillis(300))
          .atMost(Duration.ofSeconds(20))
          .until(() -> isAborted(socket));
    }
  }

  private static boolean isAborted(Socket socket) {
    try {
      socket.getOutputStream().write(0);
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  @Test
  void shouldKeepItsCertificateWhenTheKeyBecomesAPipe() throws Exception {
    try (CapturedLog log = CapturedLog.of(ReloadingFile.class.getName())) {
      // when
      Files.delete(tls.key());
      assertThat(new ProcessBuilder("mkfifo", tls.key().toString()).start().waitFor()).isZero();
      // then
      assertThat(nameOfServer("server")).isEqualTo("CN=rm1");
      assertThat(log.messages()).singleElement().asString().contains("it is a pipe");
    } finally {
      replace(certificates.key("server"), tls.key());
      assertThat(nameOfServer("server")).isEqualTo("CN=rm1");
    }
  }

  private static SSLSocket connect() throws Exception {
    SSLSocket socket =
        (SSLSocket)
            certificates
                .context("server", Optional.empty())
                .getSocketFactory()
                .createSocket("127.0.0.1", api.port());
    socket.setSoTimeout(10_000);
    return socket;
  }

  @Test
  void shouldRefuseToStartWithFilesThatCannotBeUsed() throws Exception {
    Path nothing = Files.writeString(folder.resolve("nothing"), "nothing");
    Path missing = folder.resolve("missing");
    assertRefused("tls.certificate = %s, tls.key = %s", nothing, tls.key(), "no certificates");
    assertRefused("tls.certificate = %s, tls.key = %s", tls.certificate(), nothing, "PKCS#8");
    assertRefused("tls.certificate = %s, tls.key = %s", missing, tls.key(), "cannot be read");
    assertRefused(
        "tls.certificate = %s, tls.key = %s",
        tls.certificate(), certificates.key("next"), "is not the key of");
    assertRefused("tls.certificate = %s, users-file = %s", tls.certificate(), users, "both");
    assertRefused("tls.client-ca = %s, users-file = %s", tls.certificate(), users, "both");
    assertRefused("users-file = %s, port = 0 #%s", nothing, users, "line 1");
    Path pipe = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    assertRefused("users-file = %s, port = 0 #%s", pipe, users, "it is a pipe");
    assertRefused("tls.certificate = %s, tls.key = %s", pipe, tls.key(), "it is a pipe");
    assertRefused("tls.certificate = %s, tls.key = %s", tls.certificate(), pipe, "it is a pipe");
    assertRefused("host = 0.0.0.0, users-file = %s #%s", users, users, "ebb.http.host = 0.0.0.0");
    assertRefused(
        "host = 0.0.0.0, tls.certificate = %s, tls.key = %s",
        tls.certificate(), tls.key(), "users-file");
    assertThatThrownBy(
            () ->
                settings(
                    "tls { certificate = %s, key = %s, client-ca = %s }"
                        .formatted(quoted(tls.certificate()), quoted(tls.key()), quoted(users))))
        .hasMessageContaining("ebb.http.tls.client-ca = ")
        .hasMessageContaining("users-file");
  }

  @Test
  void shouldListenAnywhereWithTlsAndUsers() throws Exception {
    AdminSettings settings =
        settings(
            "host = 0.0.0.0, users-file = %s, tls { certificate = %s, key = %s }"
                .formatted(quoted(users), quoted(tls.certificate()), quoted(tls.key())));

    assertThat(settings.host().isAnyLocalAddress()).isTrue();
    assertThat(settings.tls())
        .contains(new TlsSettings(tls.certificate(), tls.key(), Optional.empty()));
  }

  private static void assertRefused(String conf, Path first, Path second, String words) {
    assertThatThrownBy(() -> settings(conf.formatted(quoted(first), quoted(second))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("ebb.http")
        .hasMessageContaining(words)
        .hasMessageNotContaining("\n");
  }

  private static String quoted(Path path) {
    return "\"" + path + "\"";
  }

  private static AdminSettings settings(String conf) {
    Config config =
        ConfigFactory.parseString("ebb.http { " + conf + "\n }")
            .withFallback(ConfigFactory.parseResources("reference.conf"))
            .resolve();
    return AdminSettings.from(config, false);
  }

  private static HttpClient as(Optional<String> owner) throws Exception {
    return certificates.client("server", owner);
  }
}
