package ebb.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class TargetOptionsTest {
  @TempDir private Path folder;

  @Test
  void shouldAskAllOfAPairOnOneMachine() throws IOException {
    pair(
        "yarn.resourcemanager.resource-tracker.address.rm1", "127.0.0.1:18031",
        "yarn.resourcemanager.resource-tracker.address.rm2", "127.0.0.1:28031");

    assertThat(trackers("--conf", folder.toString()))
        .containsExactly("127.0.0.1:18031", "127.0.0.1:28031");
  }

  @Test
  void shouldTakeYarnsPortsOfAPairThatHasHostNamesOnly() throws IOException {
    pair(
        "yarn.resourcemanager.hostname.rm1", "127.0.0.1",
        "yarn.resourcemanager.hostname.rm2", "127.0.0.2");

    assertThat(trackers("--conf", folder.toString()))
        .containsExactly("127.0.0.1:8031", "127.0.0.2:8031");
  }

  @Test
  void shouldAskOnlyTheOneThatIsNamed() throws IOException {
    pair(
        "yarn.resourcemanager.hostname.rm1", "127.0.0.1",
        "yarn.resourcemanager.hostname.rm2", "127.0.0.2");

    assertThat(trackers("--conf", folder.toString(), "--rm", "127.0.0.3:9"))
        .containsExactly("127.0.0.3:9");
  }

  @Test
  void shouldAskThisMachineWithoutAnySettings() {
    assertThat(trackers()).containsExactly("127.0.0.1:8031");
  }

  private static List<String> trackers(String... arguments) {
    YarnConfiguration conf = CommandLine.populateCommand(new TargetOptions(), arguments).hadoop();
    return TargetOptions.trackers(conf).stream().map(TargetOptionsTest::text).toList();
  }

  private static String text(InetSocketAddress address) {
    return address.getAddress().getHostAddress() + ":" + address.getPort();
  }

  private void pair(String... settings) throws IOException {
    Configuration site = new Configuration(false);
    site.set("yarn.resourcemanager.ha.enabled", "true");
    site.set("yarn.resourcemanager.ha.rm-ids", "rm1,rm2");
    for (int i = 0; i < settings.length; i += 2) {
      site.set(settings[i], settings[i + 1]);
    }
    try (var out = Files.newOutputStream(folder.resolve("yarn-site.xml"))) {
      site.writeXml(out);
    }
  }
}
