package ebb.app.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.app.command.ConfigCommand;
import ebb.cli.Ebb;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An operator checks the webhooks in ebb.conf before a start. */
final class WebhookConfigCheckTest {
  @TempDir Path folder;
  private final StringWriter said = new StringWriter();

  private int check(String webhooks) throws IOException {
    Files.writeString(folder.resolve("ebb.conf"), "ebb.webhooks = " + webhooks + "\n");
    return Ebb.commandLine(new ConfigCommand())
        .setOut(new PrintWriter(said, true))
        .setErr(new PrintWriter(said, true))
        .execute(
            "config",
            "check",
            "--conf",
            folder.toString(),
            "--data",
            folder.resolve("nowhere").toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          none                                                     | webhooks = none is not allowed
          [{name = a}]                                             | ebb.webhooks, a: there is no url
          [{name = a, url = "http://h/?word", secret-file = /none}] | ebb.webhooks, a: url is not al
          [{name = a, url = "https://h", secret-file = /none}]     | /none cannot be read: no such f
          """)
  void shouldSayWhatIsWrongInOneLineThatNamesTheFile(String webhooks, String message)
      throws IOException {
    assertThat(check(webhooks)).isEqualTo(1);
    assertThat(said.toString().lines()).hasSize(1);
    assertThat(said.toString()).contains("ebb.conf, line 1: ", message).doesNotContain("word");
  }

  @Test
  void shouldWarnOfASecretThatOthersCanRead() throws IOException {
    Path secret = Files.writeString(folder.resolve("secret"), "0123456789abcdef\n");
    Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-r--r--"));

    assertThat(
            check(
                "[{name = a, url = \"https://h/?word\", secret-file = \"%s\"}]".formatted(secret)))
        .isZero();
    assertThat(said.toString())
        .contains("Warning: " + secret + " can be read by every user")
        .doesNotContain("word", "0123456789abcdef");
  }
}
