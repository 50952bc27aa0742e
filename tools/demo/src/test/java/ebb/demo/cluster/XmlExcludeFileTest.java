package ebb.demo.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class XmlExcludeFileTest {
  @TempDir Path folder;

  @Test
  void shouldGiveATimeoutInSecondsToThoseHostsThatHaveOne() {
    assertThat(
            XmlExcludeFile.xml(
                List.of(
                    ExcludedHost.of("127.0.0.11"),
                    ExcludedHost.within("127.0.0.12", Duration.ofMinutes(1)))))
        .isEqualTo(
            """
            <?xml version="1.0"?>
            <hosts>
              <host><name>127.0.0.11</name></host>
              <host><name>127.0.0.12</name><timeout>60</timeout></host>
            </hosts>
            """);
  }

  @Test
  void shouldPutAnotherListInThePlaceOfTheOldOne() throws IOException {
    // given
    var file = new XmlExcludeFile(folder.resolve("exclude.xml"));
    file.write(List.of(ExcludedHost.of("a"), ExcludedHost.of("b")));
    // when
    file.write(List.of(ExcludedHost.of("b")));
    // then
    assertThat(file.path()).content().contains("<name>b</name>").doesNotContain("<name>a</name>");
    try (var files = Files.list(folder)) {
      assertThat(files).containsExactly(file.path());
    }
  }
}
