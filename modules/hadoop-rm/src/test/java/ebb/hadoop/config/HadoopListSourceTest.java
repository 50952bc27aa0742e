package ebb.hadoop.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ebb.domain.DrainTimeout;
import ebb.domain.lists.HostLists;
import ebb.hadoop.HadoopFolder;
import ebb.hosts.FileHash;
import ebb.hosts.ListSource;
import ebb.hosts.ListSource.ListFile;
import ebb.hosts.ListSource.ListFiles;
import ebb.hosts.ListSource.Settings;
import ebb.hosts.ListSourceException;
import ebb.hosts.RefreshRejection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HadoopListSourceTest {
  private static final String EXCLUDE = "yarn.resourcemanager.nodes.exclude-path";
  private static final String INCLUDE = "yarn.resourcemanager.nodes.include-path";

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
  void shouldSayWhereTheIncludeListIsAndWhetherThereIsOne() throws Exception {
    assertThat(source.read().found().includePath()).contains("");
    // when
    Path include = Files.writeString(folder.resolve("include"), "");
    conf.set(INCLUDE, include.toString());
    // then
    assertThat(source.read().found().includePath()).contains(include.toString());
  }

  @Test
  void shouldReadWhetherUnregisteredHostsAreShown() throws Exception {
    assertThat(source.read().unregisteredAreLost()).isFalse();
    conf.set("yarn.resourcemanager.enable-tracking-for-unregistered-nodes", "true");
    assertThat(source.read().unregisteredAreLost()).isTrue();
  }

  @Test
  void shouldShowTheFilesAsTheyAre() throws Exception {
    // given
    conf.exclude("nm1");
    // when
    ListFiles found = source.inspect();
    // then
    assertThat(found.problem()).isEmpty();
    assertThat(found.lists().orElseThrow().excludes()).containsOnlyKeys("nm1");
    assertThat(found.files())
        .containsExactly(
            new ListFile(
                ListFile.Kind.EXCLUDE,
                conf.excludeFile().toString(),
                Optional.of(Files.getLastModifiedTime(conf.excludeFile()).toInstant()),
                Optional.of(FileHash.of(Files.readAllBytes(conf.excludeFile()))),
                found.written().excludes()));
    assertThat(found.written().includes()).isEmpty();
  }

  @Test
  void shouldShowWhatIsWrongWithAFileAndWithWhich() throws Exception {
    // given
    Path xml = Files.writeString(folder.resolve("exclude.xml"), "<hosts>\n<host></hosts>");
    conf.set(EXCLUDE, xml.toString());
    // when
    ListFiles found = source.inspect();
    // then
    assertThat(found.lists()).isEmpty();
    assertThat(found.problem().orElseThrow()).startsWith(xml + ", line 2: malformed XML");
    assertThat(found.files()).extracting(ListFile::path).containsExactly(xml.toString());
    // when
    conf.set(EXCLUDE, folder.resolve("nowhere").toString());
    // then
    assertThat(source.inspect().problem().orElseThrow())
        .contains("no such file (the file that " + EXCLUDE);
    assertThat(source.inspect().files().get(0).changedAt()).isEmpty();
  }

  @Test
  void shouldShowThatAFileIsNoFile() throws Exception {
    Path pipe = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    conf.set(EXCLUDE, pipe.toString());

    ListFiles found = source.inspect();

    assertThat(found.problem().orElseThrow()).startsWith(pipe + ": cannot be read: it is a pipe");
    assertThat(found.files()).extracting(ListFile::path).containsExactly(pipe.toString());
    assertThat(found.excludeHash()).isEmpty();
  }

  @Test
  @Tag("case-3")
  @Tag("case-4")
  void shouldReadTheTwoFilesThatAreNamedNow() throws Exception {
    // given
    conf.exclude("nm1");
    source.read();
    // when
    Path exclude = Files.writeString(folder.resolve("new-exclude"), "#comment\nnode1\n");
    Path include = Files.writeString(folder.resolve("new-include"), "#comment\nnode2\n");
    conf.set(EXCLUDE, exclude.toString());
    conf.set(INCLUDE, include.toString());
    // then
    ListFiles found = source.inspect();
    assertThat(found.lists().orElseThrow().excludes()).containsOnlyKeys("node1");
    assertThat(found.lists().orElseThrow().includes()).containsExactly("node2");
    assertThat(found.files())
        .extracting(ListFile::path)
        .containsExactly(include.toString(), exclude.toString());
    assertThat(source.read().lists()).isEqualTo(found.lists().orElseThrow());
  }

  @Test
  @Tag("case-6")
  void shouldRefuseAListThatWasThereBefore() throws Exception {
    Path include = Files.createFile(folder.resolve("include"));
    conf.set(INCLUDE, include.toString());
    assertThat(source.read().lists()).isEqualTo(HostLists.EMPTY);

    Files.delete(include);

    assertRefused(source::read, RefreshRejection.LIST_UNREADABLE, include + ": no such file");
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

  /** Hadoop's own refresh knows nothing of core-site.xml. */
  @Test
  void shouldResolveVariablesThroughCoreSiteAndDefaults() throws Exception {
    // given
    conf.exclude("nm1");
    conf.write("core-site.xml", Map.of("ebb.lists", conf.path().toString(), "ebb.time", "90"));
    // when
    conf.set(EXCLUDE, "${ebb.lists}/exclude");
    conf.set(TIMEOUT, "${ebb.time}");
    // then
    assertThat(source.read().lists().excludes()).containsOnlyKeys("nm1");
    assertThat(source.read().configured()).isEqualTo(DrainTimeout.ofSeconds(90));
    assertThat(source.inspect().files())
        .extracting(ListFile::path)
        .containsExactly(conf.excludeFile().toString());
    // when
    conf.set(EXCLUDE, "${hadoop.tmp.dir}/exclude");
    // then
    assertThat(source.excludeFile()).contains(folder.resolve("data/tmp/exclude"));
  }

  @Test
  void shouldNameTheVariableThatRefersToItself() throws Exception {
    conf.set(EXCLUDE, "${ebb.lists}");
    conf.set("ebb.lists", "${" + EXCLUDE + "}");
    assertRefused(source::read, RefreshRejection.CONFIGURATION_UNREADABLE, EXCLUDE);
  }

  /** Those who read it do not know where the process was started. */
  @Test
  void shouldShowARelativePathWhole() throws Exception {
    conf.set(EXCLUDE, "no-such-folder/exclude");
    String whole = Path.of("no-such-folder", "exclude").toAbsolutePath().toString();

    assertThat(source.inspect().files()).extracting(ListFile::path).containsExactly(whole);
    assertThat(source.excludeFile()).contains(Path.of(whole));
    assertRefused(source::read, RefreshRejection.LIST_UNREADABLE, whole);
  }

  /** As before anybody has put one there. */
  @Test
  void shouldTakeTheFoldersYarnSiteUntilTheProviderHasOne() throws Exception {
    // given
    conf.exclude("nm1");
    Path remote = Files.createDirectory(folder.resolve("remote"));
    conf.set(
        "yarn.resourcemanager.configuration.provider-class",
        "org.apache.hadoop.yarn.FileSystemBasedConfigurationProvider");
    conf.set("yarn.resourcemanager.configuration.file-system-based-store", remote.toString());
    assertThat(source.read().lists().excludes()).containsOnlyKeys("nm1");
    // when
    Path list = Files.writeString(remote.resolve("list"), "nm2");
    Path site =
        Files.writeString(
            remote.resolve("yarn-site.xml"),
            "<configuration><property><name>%s</name><value>%s</value></property></configuration>"
                .formatted(EXCLUDE, list));
    // then
    assertThat(source.read().lists().excludes()).containsOnlyKeys("nm2");
    // when
    Files.delete(site);
    // then
    assertRefused(source::read, RefreshRejection.CONFIGURATION_UNREADABLE, "yarn-site.xml was");
  }

  /** It may have had one before this process began. */
  @Test
  void shouldSayThatTheFoldersYarnSiteIsUsedWhereTheProviderHasNone() throws Exception {
    Path remote = Files.createDirectory(folder.resolve("remote"));
    conf.set(
        "yarn.resourcemanager.configuration.provider-class",
        "org.apache.hadoop.yarn.FileSystemBasedConfigurationProvider");
    conf.set("yarn.resourcemanager.configuration.file-system-based-store", remote.toString());
    assertThat(source.read().isSubstitute()).isTrue();
    assertThat(source.inspect().isSubstitute()).isTrue();

    Files.writeString(remote.resolve("yarn-site.xml"), "<configuration/>");
    assertThat(source.read().isSubstitute()).isFalse();
    assertThat(source.inspect().isSubstitute()).isFalse();
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
