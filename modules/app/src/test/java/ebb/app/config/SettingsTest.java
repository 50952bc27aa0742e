package ebb.app.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.ConfigFactory;
import ebb.app.command.ConfigCommand;
import ebb.cli.Ebb;
import ebb.cli.client.CommandException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

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
        Arguments.of(
            "ebb.cluster { port = 2552, seed-nodes = \"127.0.0.1:1,127.0.0.1:2,127.0.0.1:3\" }",
            "ebb.journal.url"),
        Arguments.of("ebb.instance = \" \"", "ebb.instance"),
        Arguments.of(
            "ebb.instance = " + "i".repeat(254), "' has 254 characters; allowed are 1 to 253"),
        Arguments.of(
            "ebb.instance = \"a\\u0000\"", "ebb.instance = 'a\\u{0}' has the character U+0000"),
        Arguments.of("ebb.http.port = many", "port"),
        Arguments.of("ebb.nodes-list-manager.window = 0", "window"),
        Arguments.of("ebb.http.prot = 8091", "ebb.http.prot"),
        Arguments.of("ebb.blocking-dispatchers.type = Dispatcher", "ebb.blocking-dispatchers"),
        Arguments.of("ebb.nodes-list-manager.answer-after = 45s", "answer-after"),
        Arguments.of("ebb.nodes-list-manager.read-timeout = 50s", "read-timeout"),
        Arguments.of("ebb.nodes-list-manager.admission-grace = 10s", "registration-timeout"),
        Arguments.of("ebb.http.refresh-timeout = 45s", "ebb.http.refresh-timeout"),
        Arguments.of(
            "ebb.tracker.new-nodes-per-address = -1",
            "ebb.tracker.new-nodes-per-address = -1 is not allowed"),
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

  /** A timer of Akka's that is too long keeps an instance from leading. */
  @ParameterizedTest
  @MethodSource("durations")
  void shouldRefuseADurationThatNothingCanWaitFor(String key) throws IOException {
    ebbConf(key + " = 25d");

    assertThatThrownBy(() -> Settings.read(ConfFolder.at(conf), data()))
        .isInstanceOf(CommandException.class)
        .hasMessageContaining("Expected at most 24 days in " + key);
  }

  static Stream<String> durations() {
    return ConfigFactory.parseResources("reference.conf")
        .withOnlyPath("ebb")
        .resolve()
        .entrySet()
        .stream()
        .filter(entry -> entry.getValue().unwrapped().toString().matches("\\d+ ?(ms|s|m|h|d)"))
        .map(Map.Entry::getKey)
        // of yarn-site.xml
        .filter(key -> !key.equals("ebb.node.poll-interval"))
        // nothing waits for it
        .filter(key -> !key.equals("ebb.nodes-list-manager.keep-operations"));
  }

  @Test
  void shouldRefuseAPollIntervalThatNothingCanWaitFor() throws IOException {
    yarnSite("yarn.resourcemanager.decommissioning-nodes-watcher.poll-interval-secs", "2073601");

    assertThatThrownBy(() -> Settings.read(ConfFolder.at(conf), data()))
        .isInstanceOf(CommandException.class)
        .hasMessageContaining("Expected at most 24 days in ebb.node.poll-interval");
  }

  @Test
  void shouldKeepOperationsForAsLongAsWanted() throws IOException {
    ebbConf("ebb.nodes-list-manager.keep-operations = 3650d");

    assertThat(Settings.read(ConfFolder.at(conf), data()).instance()).isEqualTo("rm1");
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

  /** Such a file is used all the same; the warning is for people, and for programs. */
  @Test
  void shouldWarnOfSecretsThatOthersCanReadOrWrite() throws IOException {
    Path users = Files.writeString(folder.resolve("users"), "");
    Files.setPosixFilePermissions(users, PosixFilePermissions.fromString("rw-r-----"));
    ebbConf("ebb.http.users-file = \"" + users + "\"");
    assertThat(checked().lines()).hasSize(1);

    Files.setPosixFilePermissions(users, PosixFilePermissions.fromString("rw-rw-r--"));

    String warning = users + " can be written by its group (mode rw-rw-r--)";
    assertThat(checked().lines())
        .containsExactly("The configuration in " + conf + " can be used.", "Warning: " + warning);
    assertThat(checked("--json"))
        .contains("\"conf\":\"" + conf + "\"")
        .contains("\"warnings\":[\"" + warning + "\"]");
  }

  private String checked(String... more) {
    StringWriter said = new StringWriter();
    List<String> words = new ArrayList<>(List.of("config", "check", "--conf", conf.toString()));
    words.addAll(List.of("--data", folder.resolve("nowhere").toString()));
    words.addAll(List.of(more));
    assertThat(
            Ebb.commandLine(new ConfigCommand())
                .setOut(new PrintWriter(said, true))
                .setErr(new PrintWriter(said, true))
                .execute(words.toArray(String[]::new)))
        .as(said.toString())
        .isZero();
    return said.toString();
  }

  static Stream<Arguments> wrongLines() {
    String port = "ebb.http.port = ";
    return Stream.of(
        Arguments.of(
            port + "many",
            "ebb.conf, line 1: " + port + "many is not allowed; allowed are numbers"),
        Arguments.of(
            "# a comment\n" + port + "70000",
            "ebb.conf, line 2: "
                + port
                + "70000 is not allowed; allowed are 0 (any free port) to 65535"),
        Arguments.of(
            "ebb.http.ask-timeout = soon",
            "ebb.conf, line 1: ebb.http.ask-timeout = soon is not allowed; allowed are durations"
                + " such as 500ms, 10s or 1h"),
        Arguments.of(
            "ebb.http.max-body-size = big",
            "ebb.conf, line 1: ebb.http.max-body-size = big is not allowed; allowed are sizes such"
                + " as 64K or 1M"));
  }

  @ParameterizedTest
  @MethodSource("wrongLines")
  void shouldNameFileKeyValueAndWhatIsAllowed(String text, String line) throws IOException {
    ebbConf(text);

    assertThatThrownBy(() -> Settings.read(ConfFolder.at(conf), data()))
        .isInstanceOf(CommandException.class)
        .hasMessage("cannot use the configuration in " + conf + ": " + line + "; fix it");
    assertThat(checkSays(1)).contains(line);
  }

  /** Each would stop the start, or the first refresh. */
  @ParameterizedTest(name = "{0} = {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "nodemanager-graceful-decommission-timeout-secs | abc | whole seconds; 0 is at once,",
        "decommissioning-nodes-watcher.poll-interval-secs | x | seconds from 1",
        "max-completed-applications | many | numbers",
        "address | a:b:1 | HOST or HOST:PORT",
        "scheduler.class | no.Such | names of classes that are on the class path",
      })
  void shouldRefuseAWrongValueOfYarnSiteInOneLine(String key, String value, String allowed)
      throws IOException {
    yarnSite("yarn.resourcemanager." + key, value);
    String line =
        "yarn-site.xml: yarn.resourcemanager.%s = %s is not allowed; allowed are %s"
            .formatted(key, value, allowed);

    assertThatThrownBy(() -> Settings.read(ConfFolder.at(conf), data()))
        .isInstanceOf(CommandException.class)
        .hasMessageContaining(line);
    assertThat(checkSays(1)).contains(line);
  }

  @ParameterizedTest
  @ValueSource(strings = {"yarn-site.xml", "core-site.xml", "capacity-scheduler.xml"})
  void shouldSayWhereAFileOfHadoopsIsBroken(String name) throws IOException {
    Files.writeString(conf.resolve(name), "<configuration>\n<property>\n</configuration>\n");

    assertThatThrownBy(() -> Settings.read(ConfFolder.at(conf), data()))
        .isInstanceOf(CommandException.class)
        .hasMessageContaining(conf.resolve(name) + ", line 3: malformed XML: ");
    assertThat(checkSays(1)).contains(name + ", line 3");
  }

  @Test
  void shouldCheckTheListsThatTheFirstRefreshReads() throws IOException {
    Path exclude = folder.resolve("exclude.xml");
    yarnSite("yarn.resourcemanager.nodes.exclude-path", exclude.toString());

    assertThat(checkSays(1)).contains(exclude + ": no such file", "nodes.exclude-path");

    Files.writeString(
        exclude, "<hosts>\n<host><name>h1</name><timeout>soon</timeout></host></hosts>");
    assertThat(checkSays(1)).contains(exclude + ", line 2: timeout 'soon'");

    Files.writeString(exclude, "<hosts/>");
    assertThat(checkSays(0)).contains("can be used");
  }

  /** What only Hadoop knows, it says itself. */
  @Test
  void shouldCheckWhatHadoopWouldNotStartWith() throws IOException {
    yarnSite(
        "yarn.resourcemanager.scheduler.class",
        "org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler");
    Files.writeString(
        conf.resolve("capacity-scheduler.xml"),
        """
        <configuration>
        <property><name>yarn.scheduler.capacity.root.queues</name><value>a</value></property>
        <property><name>yarn.scheduler.capacity.root.a.capacity</name><value>60</value></property>
        </configuration>
        """);

    assertThat(checkSays(1)).contains("would not start", "capacity");
  }

  private String checkSays(int exit) {
    StringWriter said = new StringWriter();
    Path nowhere = folder.resolve("nowhere");
    assertThat(
            Ebb.commandLine(new ConfigCommand())
                .setOut(new PrintWriter(said, true))
                .setErr(new PrintWriter(said, true))
                .execute(
                    "config", "check", "--conf", conf.toString(), "--data", nowhere.toString()))
        .isEqualTo(exit);
    assertThat(said.toString().lines()).hasSize(1);
    assertThat(nowhere).doesNotExist();
    return said.toString();
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

  /** Whoever asks for the active ResourceManager asks by these names. */
  @Test
  void shouldWantOneOfSeveralToBeAmongTheNamesOfYarnSite() throws IOException {
    ebbConf(
        """
        ebb.instance = rm2
        ebb.cluster { port = 2552, seed-nodes = "127.0.0.1:2551,127.0.0.1:2552,127.0.0.1:2553" }
        ebb.journal.url = "jdbc:postgresql://127.0.0.1/ebb"
        """);
    yarnSite("yarn.resourcemanager.ha.rm-ids", "rm1,rm2");
    assertThatThrownBy(() -> Settings.read(ConfFolder.at(conf), data()))
        .isInstanceOf(CommandException.class)
        .hasMessageContaining("ebb.instance = rm2")
        .hasMessageContaining("yarn.resourcemanager.ha.enabled");

    yarnSite(
        "yarn.resourcemanager.ha.enabled</name><value>true</value></property>"
            + "<property><name>yarn.resourcemanager.ha.rm-ids",
        "rm1,rm2");
    Settings settings = Settings.read(ConfFolder.at(conf), data());
    assertThat(settings.cluster().hasOthers()).isTrue();
    assertThat(settings.hadoop().load().get("yarn.resourcemanager.ha.id")).isEqualTo("rm2");
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
