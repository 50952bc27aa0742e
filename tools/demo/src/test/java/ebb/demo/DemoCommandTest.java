package ebb.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class DemoCommandTest {
  @TempDir Path home;

  @AfterEach
  void reset() {
    System.clearProperty("ebb.home");
  }

  @Test
  void shouldSayInOneLineThatEbbHasNotBeenBuilt() throws Exception {
    // given
    Files.createDirectories(home.resolve("tests/hadoop-nodemanager"));
    System.setProperty("ebb.home", home.toString());
    var said = new ByteArrayOutputStream();
    // when
    int exitCode = new DemoCommand(new PrintStream(said, true, StandardCharsets.UTF_8)).call();
    // then
    assertThat(exitCode).isEqualTo(1);
    assertThat(said.toString(StandardCharsets.UTF_8).lines())
        .singleElement()
        .asString()
        .contains("mvn -DskipTests package");
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 2})
  void shouldRefuseANumberOfInstancesThatHasNoMajority(int instances) {
    // given
    var said = new ByteArrayOutputStream();
    var command = new DemoCommand(new PrintStream(said, true, StandardCharsets.UTF_8));
    // when
    int exitCode = new CommandLine(command).execute("--instances", Integer.toString(instances));
    // then
    assertThat(exitCode).isEqualTo(1);
    assertThat(said.toString(StandardCharsets.UTF_8)).contains("allowed are 1, and 3 or more");
  }
}
