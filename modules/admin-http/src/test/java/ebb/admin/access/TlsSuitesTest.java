package ebb.admin.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ebb.admin.AdminApiServer;
import ebb.admin.Certificates;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.util.Optional;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is recorded today is of no use to whoever gets the server's key tomorrow. */
class TlsSuitesTest {
  @TempDir static Path folder;
  static Certificates certificates;
  static AdminApiServer api;

  @BeforeAll
  static void start() throws Exception {
    // With a key of RSA every kind of suite is possible.
    certificates = new Certificates(folder, "RSA");
    certificates.selfSigned("server", "CN=rm1", "-ext", "SAN=ip:127.0.0.1");
    api =
        new AdminApiServer(
            Optional.empty(),
            Optional.of(
                new TlsSettings(
                    certificates.certificate("server"),
                    certificates.key("server"),
                    Optional.empty())),
            HttpClient.newHttpClient());
  }

  @AfterAll
  static void stop() {
    api.close();
  }

  @ParameterizedTest(name = "{0} {1}")
  @CsvSource({
    "TLSv1.3, TLS_AES_128_GCM_SHA256, true",
    "TLSv1.3, TLS_CHACHA20_POLY1305_SHA256, true",
    "TLSv1.2, TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256, true",
    "TLSv1.2, TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256, true",
    "TLSv1.2, TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256, false",
    "TLSv1.2, TLS_DHE_RSA_WITH_AES_128_GCM_SHA256, false",
    "TLSv1.2, TLS_RSA_WITH_AES_128_GCM_SHA256, false",
  })
  void shouldSpeakSuitesWithForwardSecrecyAndAuthenticatedCiphersOnly(
      String protocol, String suite, boolean spoken) throws Exception {
    try (SSLSocket socket =
        (SSLSocket)
            certificates
                .context("server", Optional.empty())
                .getSocketFactory()
                .createSocket("127.0.0.1", api.port())) {
      socket.setSoTimeout(10_000);
      socket.setEnabledProtocols(new String[] {protocol});
      socket.setEnabledCipherSuites(new String[] {suite});

      if (spoken) {
        socket.startHandshake();
        assertThat(socket.getSession().getCipherSuite()).isEqualTo(suite);
      } else {
        assertThatThrownBy(socket::startHandshake).isInstanceOf(SSLException.class);
      }
    }
  }
}
