package ebb.demo.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JavaCommandTest {
  @Test
  void shouldPutSystemPropertiesInFrontOfTheClassPathAndArgumentsBehindTheClass() {
    // given
    var command =
        new JavaCommand(
            List.of("conf", "lib/*"),
            "a.Main",
            64,
            Map.of("java.io.tmpdir", "tmp"),
            List.of("start", "--all"));
    // then
    assertThat(command.words())
        .startsWith(JavaCommand.javaHome().resolve("bin/java").toString(), "-Djava.io.tmpdir=tmp")
        .containsSequence("-cp", "conf:lib/*", "a.Main", "start", "--all")
        .contains("-Xmx64m")
        .endsWith("--all");
    assertThat(command.words(Path.of("/jdk"), List.of("-Da=b")))
        .startsWith("/jdk/bin/java", "-Djava.io.tmpdir=tmp")
        .containsSequence("-Da=b", "-cp");
  }
}
