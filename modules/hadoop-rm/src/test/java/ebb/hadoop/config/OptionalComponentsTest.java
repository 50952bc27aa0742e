package ebb.hadoop.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ebb.hadoop.HadoopFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.timelineservice.storage.NoOpTimelineWriterImpl;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a Hadoop installation has and Ebb's archive has not. */
class OptionalComponentsTest {
  private static final String WAR = YarnConfiguration.YARN_WEBAPP_UI2_WARFILE_PATH;

  @TempDir Path folder;
  HadoopFolder conf;
  EbbConfiguration configuration;

  @BeforeEach
  void makeFolder() throws Exception {
    conf = HadoopFolder.in(folder);
    configuration = EbbConfiguration.of(conf.path(), folder.resolve("data"));
  }

  @ParameterizedTest
  @CsvSource({
    "yarn.webapp.ui2.enable, hadoop-yarn-ui-3.5.0.war",
    "yarn.webapp.scheduler-ui.enable, hadoop-yarn-capacity-scheduler-ui-3.5.0.war",
    "yarn.webapp.api-service.enable, hadoop-yarn-services-api-3.5.0.jar"
  })
  void shouldIgnoreAPartWithoutItsFileAndSayWhichFileGoesWhere(String key, String file)
      throws Exception {
    conf.set(key, "true");

    assertThat(configuration.load().getBoolean(key, true)).isFalse();
    assertThat(configuration.ignored())
        .singleElement()
        .asString()
        .startsWith("yarn-site.xml: " + key + " = true is ignored: ")
        .contains(file, "ext of th");
  }

  @Test
  void shouldHaveNothingToSayOfPartsThatAreOff() {
    assertThat(configuration.ignored()).isEmpty();
  }

  @Test
  void shouldServeAWebApplicationWhoseFileIsThere() throws Exception {
    conf.set(YarnConfiguration.YARN_WEBAPP_UI2_ENABLE, "true");
    conf.set(WAR, Files.createFile(folder.resolve("ui2.war")).toString());

    assertThat(configuration.load().getBoolean(YarnConfiguration.YARN_WEBAPP_UI2_ENABLE, false))
        .isTrue();
    assertThat(configuration.ignored()).isEmpty();
    // when
    conf.set(WAR, folder.resolve("ui2.war").toUri().toString());
    // then
    assertThat(configuration.ignored()).isEmpty();
    // when
    conf.set(WAR, folder.resolve("gone.war").toString());
    // then
    assertThat(configuration.ignored())
        .singleElement()
        .asString()
        .contains(WAR + " = " + folder.resolve("gone.war") + " does not exist");
  }

  /** HDP's default is the first of these. */
  @ParameterizedTest
  @ValueSource(strings = {"1.5f,2.0f", "2.0", "2.0f"})
  void shouldNameVersionWriterAndJarWhenTimelineVersion2HasNoWriter(String versions)
      throws Exception {
    conf.set(YarnConfiguration.TIMELINE_SERVICE_ENABLED, "true");
    conf.set(YarnConfiguration.TIMELINE_SERVICE_VERSIONS, versions);

    assertThatThrownBy(configuration::checkValues)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("yarn-site.xml: yarn.timeline-service.versions = " + versions)
        .hasMessageContaining("HBaseTimelineWriterImpl (yarn.timeline-service.writer.class)")
        .hasMessageContaining("hadoop-yarn-server-timelineservice-hbase-client-3.5.0.jar")
        .hasMessageContaining("the folder ext");
    // when
    conf.set(
        YarnConfiguration.TIMELINE_SERVICE_WRITER_CLASS, NoOpTimelineWriterImpl.class.getName());
    // then
    assertThatCode(configuration::checkValues).doesNotThrowAnyException();
  }

  @Test
  void shouldTakeTimelineVersion1AsItIs() throws Exception {
    conf.set(YarnConfiguration.TIMELINE_SERVICE_ENABLED, "true");
    conf.set(YarnConfiguration.TIMELINE_SERVICE_VERSION, "1.5");

    assertThatCode(configuration::checkValues).doesNotThrowAnyException();
  }

  @Test
  void shouldNameTheKeyOfATimelineVersionThatIsNone() throws Exception {
    conf.set(YarnConfiguration.TIMELINE_SERVICE_ENABLED, "true");
    conf.set(YarnConfiguration.TIMELINE_SERVICE_VERSION, "two");

    assertThatThrownBy(configuration::checkValues)
        .hasMessageStartingWith(
            "yarn-site.xml: yarn.timeline-service.version = two is not allowed");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "yarn.resourcemanager.scheduler.class",
        "yarn.resourcemanager.store.class",
        "yarn.resourcemanager.application-master-service.processors",
        "yarn.authorization-provider",
        "yarn.node-labels.fs-store.impl.class",
        "yarn.node-attribute.fs-store.impl.class",
        "yarn.resourcemanager.configuration.provider-class"
      })
  void shouldSayWhereTheJarOfAPlugInGoes(String key) throws Exception {
    conf.set(key, "org.example.PlugIn");

    assertThatThrownBy(configuration::checkValues)
        .hasMessageStartingWith(
            "yarn-site.xml: " + key + " = org.example.PlugIn is not allowed; allowed are names of")
        .hasMessageContaining("the folder ext of the installation or into EBB_CLASSPATH");
  }

  /** Of a class that nobody knew to look for. */
  @Test
  void shouldFindTheKeyThatAsksForAMissingClass() {
    Configuration asking = new Configuration(false);
    asking.set("org.example.rules", "org.example.A, org.example.B", "yarn-site.xml");

    assertThat(explained("Class org.example.B not found", asking))
        .contains(
            "yarn-site.xml: org.example.rules: the class org.example.B is not on the class path;"
                + " put the jar that has it into the folder ext of the installation or into"
                + " EBB_CLASSPATH");
    assertThat(explained("org.example", asking).orElseThrow()).startsWith("the class org.example ");
    assertThat(
            MissingClass.explained(
                new IllegalStateException(new NoClassDefFoundError("org/example/A")), asking))
        .hasValueSatisfying(line -> assertThat(line).contains("org.example.rules: the class"));
    assertThat(MissingClass.explained(new IllegalStateException("other"), asking)).isEmpty();
  }

  private static Optional<String> explained(String message, Configuration asking) {
    return MissingClass.explained(
        new IllegalStateException(new ClassNotFoundException(message)), asking);
  }

  @Test
  void shouldNameAMissingKeytab() throws Exception {
    Path keytab = folder.resolve("rm.keytab");
    conf.write("core-site.xml", Map.of("hadoop.security.authentication", "kerberos"));
    conf.set(YarnConfiguration.RM_KEYTAB, keytab.toString());

    assertThatThrownBy(configuration::checkValues)
        .hasMessage(
            "yarn-site.xml: yarn.resourcemanager.keytab = "
                + keytab
                + " is not allowed; allowed are files that can be read");
    // when
    Files.createFile(keytab);
    // then
    assertThatCode(configuration::checkValues).doesNotThrowAnyException();
  }
}
