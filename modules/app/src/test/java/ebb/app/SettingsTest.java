package ebb.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ebb.cli.CommandException;
import ebb.cli.Ebb;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class SettingsTest {
  private static final Path SHIPPED = Path.of("..", "..", "conf");

  @TempDir Path folder;
  private Path conf;

  @BeforeEach
  void makeConfFolder() throws IOException {
    conf = Files.createDirectory(folder.resolve("conf"));
  }

  @Test
  void shouldTakeTheShippedConfigurationAsItIs() {
    Settings settings = Settings.read(ConfFolder.at(SHIPPED), data());

    assertThat(settings.instance()).isEqualTo("rm1");
    assertThat(settings.admin().port()).isEqualTo(8091);
    assertThat(pollInterval(settings)).isEqualTo(Duration.ofSeconds(20));
  }

  @Test
  void shouldDoWithoutAnyFile() {
    Settings settings = Settings.read(ConfFolder.at(conf), data());

    assertThat(settings.instance()).isEqualTo("rm1");
    assertThat(settings.admin().host().isLoopbackAddress()).isTrue();
  }

  @Test
  void shouldTakeThePollIntervalFromYarnSite() throws IOException {
    yarnSite("yarn.resourcemanager.decommissioning-nodes-watcher.poll-interval-secs", "7");

    assertThat(pollInterval(Settings.read(ConfFolder.at(conf), data())))
        .isEqualTo(Duration.ofSeconds(7));
  }

  @Test
  void shouldKeepTheJournalBelowTheDataFolderWhateverEbbConfSays() throws IOException {
    ebbConf("ebb.journal.directory = /elsewhere");

    assertThat(Settings.read(ConfFolder.at(conf), data()).journal().directory())
        .isEqualTo(data().journal());
  }

  static Stream<Arguments> wrongValues() {
    return Stream.of(
        Arguments.of("ebb.http.port = 70000", "ebb.http.port"),
        Arguments.of("ebb.http.host = 192.0.2.1", "ebb.http.host"),
        Arguments.of("ebb.cluster.host = 192.0.2.1", "ebb.cluster.host"),
        Arguments.of("ebb.instance = \" \"", "ebb.instance"),
        Arguments.of("ebb.http.port = many", "port"),
        Arguments.of("ebb.nodes-list-manager.window = 0", "window"),
        Arguments.of("ebb.http.prot = 8091", "ebb.http.prot"),
        Arguments.of("ebb.blocking-dispatchers.type = Dispatcher", "ebb.blocking-dispatchers"),
        Arguments.of("ebb.nodes-list-manager.answer-after = 45s", "answer-after"),
        Arguments.of("ebb.nodes-list-manager.read-timeout = 50s", "read-timeout"),
        Arguments.of("ebb.nodes-list-manager.admission-grace = 10s", "registration-timeout"),
        Arguments.of("ebb.http.refresh-timeout = 45s", "ebb.http.refresh-timeout"),
        Arguments.of("ebb.node.republish-interval = 0s", "republish-interval"),
        Arguments.of("ebb { http {", "ebb.conf"));
  }

  @ParameterizedTest
  @MethodSource("wrongValues")
  void shouldRefuseAWrongValueInOneLineThatNamesTheKey(String line, String key) throws IOException {
    ebbConf(line);

    assertThatThrownBy(() -> Settings.read(ConfFolder.at(conf), data()))
        .isInstanceOf(CommandException.class)
        .hasMessageContaining(key);
  }

  @Test
  void shouldTakeKeysOfAkkaWhereTheyArePassedOn() throws IOException {
    ebbConf(
        "ebb.blocking-dispatcher.thread-pool-executor.keep-alive-time = 10s\nakka.loglevel = INFO");

    assertThat(Settings.read(ConfFolder.at(conf), data()).instance()).isEqualTo("rm1");
  }

  @Test
  void shouldCheckAConfigurationWithoutStartingOrMakingAnything() throws IOException {
    Path nowhere = folder.resolve("nowhere");

    assertThat(check(nowhere)).isZero();
    ebbConf("ebb.http.port = -1");
    assertThat(check(nowhere)).isEqualTo(1);
    assertThat(nowhere).doesNotExist();
  }

  private int check(Path data) {
    StringWriter said = new StringWriter();
    int exit =
        Ebb.commandLine(new ConfigCommand())
            .setOut(new PrintWriter(said, true))
            .setErr(new PrintWriter(said, true))
            .execute("config", "check", "--conf", conf.toString(), "--data", data.toString());
    assertThat(said.toString().lines()).hasSize(1);
    assertThat(said.toString()).contains(exit == 0 ? conf.toString() : "ebb.http.port");
    return exit;
  }

  @Test
  void shouldRefuseAPollIntervalThatNeverComes() throws IOException {
    yarnSite("yarn.resourcemanager.decommissioning-nodes-watcher.poll-interval-secs", "0");

    assertThatThrownBy(() -> Settings.read(ConfFolder.at(conf), data()))
        .isInstanceOf(CommandException.class)
        .hasMessageContaining("poll-interval-secs = 0");
  }

  @Test
  void shouldRefuseAnUntrackedTimeoutThatYarnDoesNotStartWith() throws IOException {
    yarnSite("yarn.resourcemanager.node-removal-untracked.timeout-ms", "1");

    assertThatThrownBy(() -> Settings.read(ConfFolder.at(conf), data()))
        .isInstanceOf(CommandException.class)
        .hasMessageContaining("node-removal-untracked.timeout-ms = 1");
  }

  @Test
  void shouldRefuseAConfigurationFolderThatIsNotThere() {
    assertThatThrownBy(() -> ConfFolder.at(folder.resolve("nowhere")))
        .isInstanceOf(CommandException.class)
        .hasMessageContaining("nowhere")
        .hasMessageContaining("--conf");
  }

  private DataFolder data() {
    return DataFolder.at(folder.resolve("data"));
  }

  private static Duration pollInterval(Settings settings) {
    return settings.ebbConf().getDuration("ebb.node.poll-interval");
  }

  private void ebbConf(String text) throws IOException {
    Files.writeString(conf.resolve("ebb.conf"), text);
  }

  private void yarnSite(String name, String value) throws IOException {
    Files.writeString(
        conf.resolve("yarn-site.xml"),
        "<configuration><property><name>%s</name><value>%s</value></property></configuration>"
            .formatted(name, value));
  }
}
