package ebb.nodeslist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import ebb.nodeslist.queue.CronWindows;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What reference.conf promises is what the settings hold. */
class NodesListSettingsTest {
  private static final Config REFERENCE =
      ConfigFactory.parseResources("reference.conf").resolve().withOnlyPath("ebb");

  @Test
  void shouldHaveTheDocumentedDefaults() {
    assertThat(NodesListSettings.of(ConfigFactory.load()))
        .isEqualTo(
            new NodesListSettings(
                Duration.ofSeconds(2),
                Duration.ofSeconds(45),
                Duration.ofSeconds(20),
                2000,
                Duration.ofSeconds(5),
                Duration.ofSeconds(10),
                Duration.ofSeconds(60),
                Duration.ofSeconds(20),
                Duration.ofSeconds(10),
                Duration.ofSeconds(30),
                100,
                Duration.ofDays(30),
                500,
                20_000,
                false,
                CronWindows.from(ConfigFactory.load())));
  }

  @Test
  void shouldHaveAComponentForEachKeyAndAKeyForEachComponent() {
    assertThat(REFERENCE.getConfig("ebb.nodes-list-manager").root().keySet())
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(NodesListSettings.class.getRecordComponents())
                .map(component -> key(component.getName()))
                .filter(key -> !key.equals("protect-drains")) // of ebb itself
                .filter(key -> !key.equals("windows")) // of ebb itself
                .filter(key -> !key.equals("poll-interval")) // of ebb.node
                .toList());
  }

  private static String key(String component) {
    return component.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "answer-after = -1s",
        "window = 0",
        "retry-after = 0s",
        "wake-every = 0s",
        "keep-operations = -1d",
        "snapshot-every = 0",
        "startup-stash = 0",
        "waiting-refreshes = 0",
        "registration-timeout = 0s",
        // and what must be shorter than something else
        "answer-after = 45s",
        "read-timeout = 45s",
        "registration-timeout = 30s"
      })
  void shouldRefuseWhatHasNoMeaning(String line) {
    Config config =
        ConfigFactory.parseString("ebb.nodes-list-manager." + line)
            .withFallback(ConfigFactory.load());

    assertThatThrownBy(() -> NodesListSettings.of(config))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("ebb.nodes-list-manager." + line.split(" ", 2)[0]);
  }
}
