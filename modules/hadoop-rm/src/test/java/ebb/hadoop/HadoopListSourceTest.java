package ebb.hadoop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ebb.domain.DrainTimeout;
import ebb.domain.lists.HostLists;
import ebb.nodeslist.ListSource;
import ebb.nodeslist.ListSource.Settings;
import ebb.nodeslist.ListSourceException;
import ebb.nodeslist.RefreshRejection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HadoopListSourceTest {
  private static final String EXCLUDE = "yarn.resourcemanager.nodes.exclude-path";
  private static final String TIMEOUT =
      "yarn.resourcemanager.nodemanager-graceful-decommission-timeout-secs";

  @TempDir Path folder;
  HadoopFolder conf;
  ListSource source;

  @BeforeEach
  void makeFolder() throws Exception {
    conf = HadoopFolder.in(folder);
    source = EbbConfiguration.of(conf.path(), folder.resolve("data")).listSource();
  }

  @Test
  void shouldReadTheListsThatAreConfiguredNow() throws Exception {
    // given
    conf.exclude("nm1", "nm2");
    conf.set(TIMEOUT, "90");
    // when
    Settings settings = source.read();
    // then
    assertThat(settings.lists().excludes()).containsOnlyKeys("nm1", "nm2");
    assertThat(settings.configured()).isEqualTo(DrainTimeout.of(Duration.ofSeconds(90)));
    // when
    conf.exclude("nm3");
    // then
    assertThat(source.read().lists().excludes()).containsOnlyKeys("nm3");
  }

  /** YARN keeps the old list in force then. */
  @Test
  void shouldTakeAPathThatIsNoLongerConfiguredForAnEmptyList() throws Exception {
    // given
    conf.exclude("nm1");
    // when
    conf.set(EXCLUDE, "");
    // then
    assertThat(source.read().lists()).isEqualTo(HostLists.EMPTY);
    assertThat(source.read().configured()).isEqualTo(DrainTimeout.ofSeconds(3600));
  }

  @Test
  void shouldExpandVariablesAsHadoopDoes() throws Exception {
    // given
    conf.exclude("nm1");
    conf.set("ebb.lists", conf.path().toString());
    // when
    conf.set(EXCLUDE, "${ebb.lists}/exclude");
    // then
    assertThat(source.read().lists().excludes()).containsOnlyKeys("nm1");
  }

  @Test
  void shouldRefuseAListThatIsMissing() throws Exception {
    conf.set(EXCLUDE, folder.resolve("nowhere").toString());
    assertRefused(source::read, RefreshRejection.LIST_UNREADABLE, "nowhere");
  }

  @Test
  void shouldRefuseATimeoutThatIsNoNumber() throws Exception {
    conf.set(TIMEOUT, "soon");
    assertRefused(source::read, RefreshRejection.CONFIGURATION_UNREADABLE, "soon");
  }

  @Test
  void shouldRefuseAMalformedConfiguration() throws Exception {
    Files.writeString(conf.path().resolve("yarn-site.xml"), "<configuration>");
    assertRefused(source::read, RefreshRejection.CONFIGURATION_UNREADABLE, "yarn-site.xml");
  }

  /** Without it the lists would look empty, and every excluded host would be let in. */
  @Test
  void shouldRefuseAConfigurationThatHasVanished() throws Exception {
    Files.delete(conf.path().resolve("yarn-site.xml"));
    assertRefused(source::read, RefreshRejection.CONFIGURATION_UNREADABLE, "yarn-site.xml");
  }

  private static void assertRefused(ThrowingCallable read, RefreshRejection code, String word) {
    assertThatThrownBy(read)
        .isInstanceOfSatisfying(
            ListSourceException.class, refusal -> assertThat(refusal.code()).isEqualTo(code))
        .hasMessageContaining(word);
  }
}
