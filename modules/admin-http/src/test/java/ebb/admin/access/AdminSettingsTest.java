package ebb.admin.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.lang.reflect.RecordComponent;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AdminSettingsTest {
  private static final Config REFERENCE = ConfigFactory.parseResources("reference.conf").resolve();

  @Test
  void shouldHaveTheDocumentedDefaults() {
    assertThat(AdminSettings.from(REFERENCE, false))
        .isEqualTo(
            new AdminSettings(
                InetAddress.getLoopbackAddress(),
                8091,
                Duration.ofSeconds(5),
                Duration.ofSeconds(50),
                1024 * 1024));
  }

  @Test
  void shouldDocumentEverySettingAndNoOther() {
    assertThat(REFERENCE.getConfig(AdminSettings.PATH).root().keySet())
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(AdminSettings.class.getRecordComponents())
                .map(RecordComponent::getName)
                .map(name -> name.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT))
                .toList());
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"localhost", "127.0.0.5", "::1"})
  void shouldListenOnTheLoopback(String host) {
    assertThat(AdminSettings.from(with("host", host), false).host().isLoopbackAddress()).isTrue();
  }

  @ParameterizedTest(name = "{0} = {1}")
  @CsvSource({
    "host, 0.0.0.0",
    "host, '::'",
    "host, 192.0.2.1",
    "port, -1",
    "port, 65536",
    "ask-timeout, 0 s",
    "ask-timeout, -1 s",
    "refresh-timeout, 0 s",
    "max-body-size, 0",
    "max-connections, 1",
    "max-connections, -1"
  })
  void shouldRefuseAValueInOneLineThatNamesKeyValueAndWhatIsAllowed(String key, String value) {
    assertThatThrownBy(() -> AdminSettings.from(with(key, value), false))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("ebb.http." + key + " = ")
        .hasMessageContaining(" is not allowed; allowed are ")
        .hasMessageNotContaining("\n");
  }

  private static Config with(String key, String value) {
    return ConfigFactory.parseString(AdminSettings.PATH + "." + key + " = \"" + value + "\"")
        .withFallback(REFERENCE);
  }
}
