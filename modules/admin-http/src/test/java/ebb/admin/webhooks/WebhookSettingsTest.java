package ebb.admin.webhooks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class WebhookSettingsTest {
  @TempDir Path folder;
  private Path secret;

  @BeforeEach
  void writeSecret() throws IOException {
    secret = Files.writeString(folder.resolve("secret"), "0123456789abcdef\nnot this\n");
  }

  private List<WebhookSettings> read(String entries) {
    return WebhookSettings.from(
        ConfigFactory.parseString(
            "ebb.webhooks = [" + entries.replace("SECRET", "" + secret) + "]"));
  }

  private WebhookSettings withUrl(String url) {
    return read("{name = pager, url = \"" + url + "\", secret-file = \"SECRET\"}").get(0);
  }

  @Test
  void shouldNeedNoMoreThanNameUrlAndSecret() {
    WebhookSettings webhook = withUrl("https://hooks.example.org/a?token=b");

    assertThat(webhook.name()).isEqualTo("pager");
    assertThat(webhook.giveUpAfter()).isEqualTo(Duration.ofMinutes(15));
    assertThat(webhook.events().names()).isEmpty();
    assertThat(webhook.events().after()).isEmpty();
    assertThat(webhook.secret()).asString().isEqualTo("0123456789abcdef");
  }

  @Test
  void shouldShowNoPartOfTheUrlThatMayBeSecret() {
    assertThat(withUrl("https://hooks.example.org:8443/a/b?token=c").target())
        .isEqualTo("https://hooks.example.org:8443");
  }

  @Test
  void shouldFilterInTheTermsOfTheEventStream() {
    WebhookSettings webhook =
        read("{name = a, url = \"https://h/\", secret-file = \"SECRET\", give-up-after = 1h,"
                + " filter = \"event=node.lost,node.decommissioned&host=h1&after=0\"}")
            .get(0);

    assertThat(webhook.events().names())
        .containsExactlyInAnyOrder("node.lost", "node.decommissioned");
    assertThat(webhook.events().hosts()).containsExactly("h1");
    assertThat(webhook.events().after()).isPresent();
    assertThat(webhook.giveUpAfter()).isEqualTo(Duration.ofHours(1));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://h",
        "HTTPS://h:1/",
        "http://localhost:1/",
        "http://127.0.0.2/",
        "http://[::1]/"
      })
  void shouldAcceptHttpsAndOnThisMachineHttp(String url) {
    assertThat(withUrl(url).url()).hasToString(url);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://hooks.example.org/",
        "http://10.0.0.7/",
        "ftp://localhost/",
        "https:///x",
        "x",
        "https://user:word@h/",
        "https://h/#part",
        "https://h h/",
        ""
      })
  void shouldRefuseAnyOtherUrlAndNotQuoteIt(String url) {
    assertThatThrownBy(() -> withUrl(url))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("ebb.webhooks, pager: url is not allowed; allowed are https://")
        .hasMessageNotContaining("word");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {}                                             | ebb.webhooks: there is no name
          {name = A}                                     | ebb.webhooks: name = A is not allowed
          {name = a}                                     | ebb.webhooks, a: there is no url
          {name = a, secret = x}                         | ebb.webhooks, a: there is no key secret
          {name = a, url = "https://h"}                  | ebb.webhooks, a: there is no secret-file
          {${A}, filter = "event=lost"}                  | filter = event=lost: event: Expected some
          {${A}, filter = "events=node.lost"}            | filter = events=node.lost: events: Expec
          {${A}, filter = "after=x"}                     | filter = after=x: after: Expected the id
          {${A}, give-up-after = -1s}                    | ebb.webhooks, a: give-up-after = PT-1S is
          {${A}}, {${A}}                                 | ebb.webhooks has two with the name a
          """)
  void shouldRefuseWhatIsHalfConfigured(String entries, String message) {
    String whole = "name = a, url = \"https://h\", secret-file = \"SECRET\"";
    assertThatThrownBy(() -> read(entries.replace("${A}", whole)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  @Test
  void shouldRefuseMoreThanEight() {
    StringBuilder entries = new StringBuilder();
    for (int i = 1; i <= 9; i++) {
      entries.append("{name = a%d, url = \"https://h\", secret-file = \"SECRET\"}\n".formatted(i));
    }
    assertThatThrownBy(() -> read(entries.toString()))
        .hasMessage("ebb.webhooks has 9 entries; allowed are up to 8");
  }

  @Test
  void shouldRefuseASecretThatIsMissingOrShort() throws IOException {
    Files.writeString(secret, "short\n0123456789abcdef\n");
    assertThatThrownBy(() -> withUrl("https://h"))
        .hasMessage(
            "ebb.webhooks, pager: secret-file: "
                + secret
                + " has no secret of at least 16 bytes in its line 1");
    Files.delete(secret);
    assertThatThrownBy(() -> withUrl("https://h"))
        .hasMessage(
            "ebb.webhooks, pager: secret-file: " + secret + " cannot be read: no such file");
  }
}
