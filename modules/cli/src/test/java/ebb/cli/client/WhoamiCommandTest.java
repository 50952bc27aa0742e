package ebb.cli.client;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.cli.FakeRm;
import ebb.cli.Run;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WhoamiCommandTest {
  private final FakeRm rm = FakeRm.start();

  @AfterEach
  void stop() {
    rm.close();
  }

  private Run whoami(String answer, String... more) {
    rm.on("GET /api/v1/whoami", answer);
    String[] command = new String[3 + more.length];
    System.arraycopy(new String[] {"whoami", "--rm", rm.url()}, 0, command, 0, 3);
    System.arraycopy(more, 0, command, 3, more.length);
    return Run.of(command);
  }

  @Test
  void shouldSayWhatARoleMay() throws Exception {
    Run run =
        whoami(
            """
            {"name": "gpu team", "role": "gpu-team", "permissions": ["DRAIN", "RECOMMISSION"],
             "scope": "label=gpu or hosts=gpu[01-40].example.com", "method": "TOKEN",
             "verified": true}
            """);

    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(Files.readString(Path.of("../../docs/commands.md")))
        .contains("\n$ ebb whoami\n" + run.out() + "```\n");
  }

  @Test
  void shouldSayThatAReaderOnlyReads() {
    String reader =
        "{\"name\": \"eve\", \"role\": \"READER\", \"permissions\": [], \"scope\": null,"
            + " \"method\": \"SIMPLE\", \"verified\": false}";

    assertThat(whoami(reader).out()).isEqualTo("eve, role reader, not verified\nMay read\n");
    assertThat(whoami(reader, "--json").out()).contains("\"role\" : \"READER\"");
  }
}
