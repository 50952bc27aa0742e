package ebb.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What an installation is safe by without anybody having thought of it. */
final class ShippedFilesTest {
  private static final Path ROOT = Path.of("..", "..");

  /** The journal holds Hadoop's tokens and keys. */
  @Test
  void shouldKeepWhatTheServiceWritesToItsUser() throws IOException {
    assertThat(Files.readAllLines(Path.of("src", "dist", "ebb.service")))
        .contains("UMask=0077", "StateDirectoryMode=0700")
        .filteredOn(line -> line.startsWith("UMask") || line.startsWith("StateDirectoryMode"))
        .hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "conf/yarn-site.xml",
        "conf/cluster/yarn-site.xml",
        "conf/kubernetes/configmap.yaml"
      })
  void shouldTakeNoRequestsOfOtherSites(String file) throws IOException {
    assertThat(Files.readString(ROOT.resolve(file)).replaceAll("\\s+", ""))
        .contains("<name>yarn.resourcemanager.webapp.rest-csrf.enabled</name><value>true</value>");
  }
}
