package ebb.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The line that people and scripts wait for names an address that works. */
final class StartupBannerTest {

  @ParameterizedTest(name = "with TLS {0} on {1}: {2}")
  @CsvSource({
    "false, 127.0.0.1, http://127.0.0.1:8091",
    "true, 10.0.0.7, https://10.0.0.7:8091",
    "true, ::1, https://[0:0:0:0:0:0:0:1]:8091"
  })
  void shouldNameTheAdminApiAsCommandsTakeIt(boolean tls, String host, String url)
      throws UnknownHostException {
    StartupBanner serving =
        new StartupBanner(
            "rm1", tls, new InetSocketAddress(InetAddress.getByName(host), 8091), Path.of("/logs"));

    assertThat(serving.line())
        .isEqualTo(
            "Ebb serves as rm1: admin API on "
                + url
                + ", YARN's ports as in yarn-site.xml; log in /logs");
    assertThat(serving.fields())
        .containsEntry("instance", "rm1")
        .containsEntry("adminApi", url)
        .containsEntry("logs", "/logs");
  }
}
