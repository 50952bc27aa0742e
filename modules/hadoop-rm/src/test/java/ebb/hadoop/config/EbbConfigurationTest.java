package ebb.hadoop.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ebb.hadoop.state.JdbcStateStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.recovery.FileSystemRMStateStore;
import org.apache.hadoop.yarn.util.resource.ResourceUtils;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EbbConfigurationTest {
  private static final String NOISE = "ebb.test.noise";

  @TempDir Path folder;
  Path conf;
  Path data;

  @BeforeEach
  void makeFolder() throws Exception {
    conf = Files.createDirectory(folder.resolve("conf"));
    data = folder.resolve("data");
  }

  @Test
  void shouldKeepEverythingUnderTheDataFolder() {
    Configuration loaded = EbbConfiguration.of(conf, data).load();
    assertThat(loaded.get("hadoop.tmp.dir")).isEqualTo(data.resolve("tmp").toString());
    assertThat(loaded.get(YarnConfiguration.FS_NODE_LABELS_STORE_ROOT_DIR))
        .startsWith("file:///")
        .endsWith("/data/node-labels");
    assertThat(loaded.getBoolean(YarnConfiguration.RECOVERY_ENABLED, false)).isTrue();
  }

  /** Hadoop sets the modes of its files itself, on the local disk as on HDFS. */
  @Test
  void shouldKeepHadoopsFilesFromOtherUsers() throws Exception {
    Configuration loaded = EbbConfiguration.of(conf, data).load();
    var fileSystem = FileSystem.newInstance(data.toUri(), loaded);
    fileSystem.mkdirs(new org.apache.hadoop.fs.Path(data.resolve("labels").toUri()));
    fileSystem.create(new org.apache.hadoop.fs.Path(data.resolve("labels/mirror").toUri())).close();
    assertThat(mode(data.resolve("labels"))).isEqualTo("rwx------");
    assertThat(mode(data.resolve("labels/mirror"))).isEqualTo("rw-------");
  }

  private static String mode(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  /** Whoever opens it waits for its other end, at a start for ever. */
  @ParameterizedTest
  @ValueSource(strings = {"yarn-site.xml", "core-site.xml"})
  @Timeout(60)
  void shouldRefuseAPipeInOneLine(String name) throws Exception {
    Path pipe = conf.resolve(name);
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();

    assertThatThrownBy(() -> EbbConfiguration.of(conf, data).load())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(pipe + " cannot be read: it is a pipe")
        .hasMessageNotContaining("\n");
  }

  @Test
  void shouldKeepApplicationsInTheJournalsDatabase() {
    EbbConfiguration configuration = EbbConfiguration.of(conf, data);
    assertThat(configuration.load().get(YarnConfiguration.RM_STORE))
        .isEqualTo(JdbcStateStore.class.getName());
    assertThat(configuration.noticeOfEarlierApplications()).isEmpty();
  }

  @Test
  void shouldGoOnWithTheFilesOfAnEarlierReleaseAndSaySo() throws Exception {
    // given
    Files.createDirectories(data.resolve("applications"));
    EbbConfiguration configuration = EbbConfiguration.of(conf, data);
    // when
    Configuration loaded = configuration.load();
    // then
    assertThat(loaded.get(YarnConfiguration.RM_STORE))
        .isEqualTo(FileSystemRMStateStore.class.getName());
    assertThat(loaded.get(YarnConfiguration.FS_RM_STATE_STORE_URI))
        .startsWith("file:///")
        .contains("/data/applications");
    assertThat(configuration.noticeOfEarlierApplications().orElseThrow())
        .startsWith("Applications are kept in the files of " + data.resolve("applications"));
  }

  @Test
  void shouldNotLeaveApplicationsInFilesWhenInstancesShareTheJournal() throws Exception {
    // given
    Files.createDirectories(data.resolve("applications"));
    EbbConfiguration configuration = EbbConfiguration.of(conf, data).ofSharedJournal();
    // when, then
    assertThat(configuration.load().get(YarnConfiguration.RM_STORE))
        .isEqualTo(JdbcStateStore.class.getName());
    assertThat(configuration.noticeOfEarlierApplications().orElseThrow()).contains("are not read");
  }

  @Test
  void shouldTakeTheStoreThatTheUserNames() throws Exception {
    // given
    Files.createDirectories(data.resolve("applications"));
    write("yarn-site.xml", YarnConfiguration.RM_STORE, "org.example.Store");
    EbbConfiguration configuration = EbbConfiguration.of(conf, data);
    // when, then
    assertThat(configuration.load().get(YarnConfiguration.RM_STORE)).isEqualTo("org.example.Store");
    assertThat(configuration.noticeOfEarlierApplications()).isEmpty();
  }

  @Test
  void shouldLeaveAloneWhatTheUserSet() throws Exception {
    // given
    write("yarn-site.xml", YarnConfiguration.RECOVERY_ENABLED, "false");
    write("core-site.xml", "hadoop.tmp.dir", "/elsewhere");
    // when
    Configuration loaded = EbbConfiguration.of(conf, data).load();
    // then
    assertThat(loaded.get("hadoop.tmp.dir")).isEqualTo("/elsewhere");
    assertThat(loaded.getBoolean(YarnConfiguration.RECOVERY_ENABLED, true)).isFalse();
  }

  @Test
  void shouldSeeAChangedFileWhenItLoadsAgain() throws Exception {
    // given
    EbbConfiguration configuration = EbbConfiguration.of(conf, data);
    write("yarn-site.xml", "yarn.admin.acl", "alice");
    assertThat(configuration.load().get("yarn.admin.acl")).isEqualTo("alice");
    // when
    write("yarn-site.xml", "yarn.admin.acl", "bob");
    // then
    assertThat(configuration.load().get("yarn.admin.acl")).isEqualTo("bob");
  }

  @Test
  void shouldPreferTheFolderToTheClassPath() throws Exception {
    // given
    ClassLoader loader = EbbConfiguration.of(conf, data).classLoader();
    assertThat(read(loader)).contains("root.queues").contains("default");
    // when
    write("capacity-scheduler.xml", "yarn.scheduler.capacity.root.queues", "mine");
    // then
    assertThat(read(loader)).contains("mine");
  }

  @Test
  void shouldSayWhichFileIsMalformed() throws Exception {
    // given
    Files.writeString(conf.resolve("yarn-site.xml"), "<configuration><property>");
    // when, then
    assertThatThrownBy(() -> EbbConfiguration.of(conf, data).load())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("yarn-site.xml");
  }

  /** A scheduler's static fields would make Hadoop's resource types of its defaults. */
  @Test
  void shouldNotRunAnythingOfTheClassesThatItLooksFor() throws Exception {
    // given
    write("yarn-site.xml", YarnConfiguration.RM_SCHEDULER, Noisy.class.getName());
    // when
    EbbConfiguration.of(conf, data).checkValues();
    // then
    assertThat(System.getProperty(NOISE)).isNull();
  }

  @Test
  void shouldStartWithTheSmallestAllocationOfItsOwnConfiguration() throws Exception {
    // given: somebody asked before, without the configuration
    ResourceUtils.resetResourceTypes(new Configuration(false));
    assertThat(ResourceUtils.getResourceTypesMinimumAllocation().getMemorySize()).isEqualTo(1024);
    write("yarn-site.xml", YarnConfiguration.RM_SCHEDULER_MINIMUM_ALLOCATION_MB, "128");
    // when
    HadoopStatics.prepare(EbbConfiguration.of(conf, data).load());
    // then
    assertThat(ResourceUtils.getResourceTypesMinimumAllocation().getMemorySize()).isEqualTo(128);
  }

  private static String read(ClassLoader loader) throws Exception {
    try (var in = loader.getResourceAsStream("capacity-scheduler.xml")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private void write(String file, String key, String value) throws Exception {
    Files.writeString(
        conf.resolve(file),
        "<configuration><property><name>%s</name><value>%s</value></property></configuration>"
            .formatted(key, value));
  }

  private static final class Noisy {
    static {
      System.setProperty(NOISE, "initialised");
    }
  }
}
