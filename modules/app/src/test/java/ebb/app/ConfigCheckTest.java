package ebb.app;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.app.examples.ExampleSession;
import ebb.app.examples.PageExample;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** An operator checks the configuration of a ResourceManager that runs, and often as root. */
class ConfigCheckTest {
  @TempDir Path folder;
  private Path conf;
  private Path stores;
  private final Map<String, String> site = new LinkedHashMap<>();
  private final StringWriter said = new StringWriter();

  @BeforeEach
  void configureEverythingThatIsKeptOutsideOfTheProcess() throws IOException {
    conf = Files.createDirectory(folder.resolve("conf"));
    stores = folder.resolve("stores");
    write("core-site.xml", Map.of("hadoop.tmp.dir", stores.resolve("tmp").toString()));
    Files.writeString(
        conf.resolve("hadoop-metrics2.properties"),
        "*.sink.file.class=org.apache.hadoop.metrics2.sink.FileSink\n"
            + "*.period=1\n"
            + "resourcemanager.sink.file.filename=%s\n".formatted(stores.resolve("metrics")));
    for (String kind : List.of("node-labels.fs-store", "node-attribute.fs-store")) {
      site.put("yarn." + kind + ".root-dir", stores.resolve(kind).toUri().toString());
    }
    site.put("yarn.node-labels.enabled", "true");
    site.put(
        "yarn.resourcemanager.store.class",
        "org.apache.hadoop.yarn.server.resourcemanager.recovery.LeveldbRMStateStore");
    site.put("yarn.resourcemanager.leveldb-state-store.path", stores.resolve("rm").toString());
    site.put("yarn.resourcemanager.reservation-system.enable", "true");
    site.put("yarn.resourcemanager.placement-constraints.handler", "scheduler");
    site.put(
        "yarn.scheduler.configuration.leveldb-store.path", stores.resolve("queues").toString());
    site.put("yarn.scheduler.configuration.fs.path", stores.resolve("queues").toUri().toString());
    site.put("yarn.timeline-service.enabled", "true");
    site.put("yarn.timeline-service.versions", "1.5f,2.0f");
    site.put(
        "yarn.timeline-service.writer.class",
        "org.apache.hadoop.yarn.server.timelineservice.storage.NoOpTimelineWriterImpl");
    site.put(
        "yarn.timeline-service.entity-group-fs-store.active-dir",
        stores.resolve("active").toUri().toString());
    site.put("yarn.system-metrics-publisher.enabled", "true");
    site.put("yarn.resourcemanager.system-metrics-publisher.enabled", "true");
    site.put("yarn.timeline-service.generic-application-history.enabled", "true");
    site.put(
        "yarn.timeline-service.generic-application-history.store-class",
        "org.apache.hadoop.yarn.server.applicationhistoryservice.FileSystemApplicationHistoryStore");
    site.put(
        "yarn.timeline-service.generic-application-history.fs-history-store.uri",
        stores.resolve("history").toUri().toString());
    site.put("yarn.federation.enabled", "true");
    site.put("yarn.resourcemanager.cluster-id", "c1");
    site.put("yarn.webapp.ui2.enable", "true");
  }

  @ParameterizedTest
  @ValueSource(strings = {"leveldb", "fs", "zk", "memory", "file"})
  void shouldLeaveNoTraceOfItself(String schedulerStore) throws IOException {
    site.put("yarn.scheduler.configuration.store.class", schedulerStore);
    write("yarn-site.xml", site);
    List<String> before = tree();

    assertThat(check()).as(said.toString()).isZero();

    assertThat(said.toString())
        .contains("can be used")
        .contains("Warning: yarn-site.xml: yarn.webapp.ui2.enable = true is ignored");
    assertThat(tree()).isEqualTo(before);
  }

  /** Hadoop would make it, and go on without any of the files that belong in there. */
  @Test
  void shouldSayThatThereIsNoFolderOfAProviderAndMakeNone() throws IOException {
    Path remote = folder.resolve("remote");
    site.put(
        "yarn.resourcemanager.configuration.provider-class",
        "org.apache.hadoop.yarn.FileSystemBasedConfigurationProvider");
    site.put("yarn.resourcemanager.configuration.file-system-based-store", remote.toString());
    write("yarn-site.xml", site);

    assertThat(check()).isEqualTo(1);
    assertThat(said.toString())
        .contains("yarn.resourcemanager.configuration.file-system-based-store = file:" + remote)
        .contains("does not exist");
    assertThat(remote).doesNotExist();
  }

  @Test
  void shouldStillSayWhatIsWrongWithTheQueuesThatAStoreBeginsWith() throws IOException {
    site.put("yarn.scheduler.configuration.store.class", "leveldb");
    write("yarn-site.xml", site);
    write(
        "capacity-scheduler.xml",
        Map.of(
            "yarn.scheduler.capacity.root.queues",
            "default",
            "yarn.scheduler.capacity.root.default.capacity",
            "50"));

    assertThat(check()).isEqualTo(1);
    assertThat(said.toString())
        .contains("Hadoop's ResourceManager would not start")
        .contains("root");
  }

  static List<PageExample> examples() {
    return PageExample.comparedBy(ConfigCheckTest.class);
  }

  @ParameterizedTest
  @MethodSource("examples")
  void shouldSayWhatThePageShows(PageExample example) throws IOException {
    site.clear();
    site.put("yarn.resourcemanager.scheduler.class", "org.example.MyScheduler");
    write("yarn-site.xml", site);

    new ExampleSession("", Pattern.compile("(?!)"))
        .stands("--conf /etc/ebb", "--conf " + conf + " --data " + folder.resolve("data"))
        .stands("/etc/ebb", conf.toString())
        .expect(example);
  }

  private int check() {
    CommandLine ebb = Main.commandLine();
    ebb.setOut(new PrintWriter(said, true));
    ebb.setErr(new PrintWriter(said, true));
    return ebb.execute(
        "config", "check", "--conf", conf.toString(), "--data", folder.resolve("data").toString());
  }

  private List<String> tree() throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.map(Path::toString).sorted().toList();
    }
  }

  private void write(String file, Map<String, String> properties) throws IOException {
    Configuration written = new Configuration(false);
    properties.forEach(written::set);
    try (Writer out = Files.newBufferedWriter(conf.resolve(file))) {
      written.writeXml(out);
    }
  }
}
