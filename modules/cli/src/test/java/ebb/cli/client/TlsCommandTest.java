package ebb.cli.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import ebb.cli.FakeRm;
import ebb.cli.Run;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An admin API behind TLS that wants to know who asks. */
class TlsCommandTest {
  private static final char[] PASSWORD = "changeit".toCharArray();

  @TempDir private static Path folder;

  @AutoClose private FakeRm rm;
  private String url = "";

  @BeforeAll
  static void makeKeys() throws Exception {
    makePem("server", "RSA");
    makePem("alice", "EC");
  }

  @BeforeEach
  void start() throws Exception {
    HttpsServer server =
        HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    SSLContext context =
        PemTls.context(
            Optional.of(file("alice.crt")),
            Optional.of(new Credentials.Identity(file("server.crt"), file("server.key"))));
    server.setHttpsConfigurator(
        new HttpsConfigurator(context) {
          @Override
          public void configure(HttpsParameters parameters) {
            SSLParameters ssl = context.getDefaultSSLParameters();
            ssl.setNeedClientAuth(true);
            parameters.setSSLParameters(ssl);
          }
        });
    rm =
        FakeRm.of(server)
            .on("GET /api/v1/nodes", "{\"nodes\": []}")
            .on("POST /api/v1/refresh", "{\"decisions\": []}");
    url = "https://localhost:" + rm.port();
  }

  @Test
  void shouldReadAndWriteWithACertificate() {
    // when
    Run read = ebb("nodes", "--ca", "server.crt", "--cert", "alice.crt", "--key", "alice.key");
    Run write =
        ebb("refresh-nodes", "--ca", "server.crt", "--cert", "alice.crt", "--key", "alice.key");
    // then
    assertThat(read.err() + write.err()).isEmpty();
    assertThat(read.exit() + write.exit()).isZero();
    assertThat(rm.asked()).hasSize(2);
  }

  @Test
  void shouldNotTrustWhomNobodyVouchesFor() {
    // when
    Run read = ebb("nodes", "--cert", "alice.crt", "--key", "alice.key");
    Run write = ebb("refresh-nodes", "--cert", "alice.crt", "--key", "alice.key");
    // then
    assertThat(read.exit()).isEqualTo(1);
    assertThat(write.exit()).isEqualTo(1);
    assertThat((read.err() + write.err()).lines()).hasSize(2).allMatch(l -> l.contains(url));
    assertThat(rm.asked()).isEmpty();
  }

  @Test
  void shouldNameTheFileThatCannotBeUsed() {
    assertThat(ebb("nodes", "--ca", "alice.key").err()).contains("alice.key", "certificates");
    assertThat(ebb("nodes", "--ca", "none.crt").err()).contains("none.crt", "no such file");
    assertThat(ebb("nodes", "--cert", "alice.crt", "--key", "alice.crt").err())
        .contains("alice.crt", "no private key that can be used");
    Run alone = ebb("nodes", "--cert", "alice.crt");
    assertThat(alone.exit()).isEqualTo(2);
    assertThat(alone.err()).contains("--cert and --key go together");
  }

  /** Names of files are those in the folder. */
  private Run ebb(String command, String... options) {
    String[] arguments = new String[options.length + 3];
    arguments[0] = command;
    arguments[1] = "--rm";
    arguments[2] = url;
    for (int i = 0; i < options.length; i++) {
      arguments[i + 3] = i % 2 == 0 ? options[i] : file(options[i]).toString();
    }
    return Run.of(arguments);
  }

  private static Path file(String name) {
    return folder.resolve(name);
  }

  /** A key and a certificate that it signed itself. */
  private static void makePem(String name, String algorithm)
      throws IOException, InterruptedException, GeneralSecurityException {
    Path store = file(name + ".p12");
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                name,
                "-keyalg",
                algorithm,
                "-dname",
                "CN=localhost",
                "-ext",
                "san=dns:localhost,ip:127.0.0.1",
                "-keystore",
                store.toString(),
                "-storepass",
                new String(PASSWORD))
            .redirectErrorStream(true)
            .redirectOutput(file(name + ".log").toFile())
            .start();
    assertThat(keytool.waitFor()).isZero();
    KeyStore keys = KeyStore.getInstance(store.toFile(), PASSWORD);
    writePem(name + ".crt", "CERTIFICATE", keys.getCertificate(name).getEncoded());
    writePem(name + ".key", "PRIVATE KEY", keys.getKey(name, PASSWORD).getEncoded());
  }

  private static void writePem(String name, String kind, byte[] der) throws IOException {
    Files.writeString(
        file(name),
        "-----BEGIN %1$s-----\n%2$s\n-----END %1$s-----\n"
            .formatted(kind, Base64.getMimeEncoder().encodeToString(der)));
  }
}
