package ebb.journal.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class JournalSettingsTest {
  private static final Config DEFAULTS = ConfigFactory.load();

  @Test
  void shouldHaveTheDocumentedDefaults() {
    assertThat(JournalSettings.from(DEFAULTS))
        .isEqualTo(
            new JournalSettings(
                Path.of("data", "journal"),
                "",
                "",
                "",
                new JournalSettings.Write(20_000, 400),
                10_000,
                new JournalSettings.Pool(
                    4, 1, 30_000, Duration.ofSeconds(10), Duration.ofSeconds(15)),
                new JournalSettings.CircuitBreaker(
                    50, Duration.ofSeconds(60), Duration.ofSeconds(5)),
                new JournalSettings.StateStore(2, Duration.ofMinutes(5)),
                new JournalSettings.Lease(Duration.ofSeconds(10), Duration.ofSeconds(2))));
  }

  @Test
  void shouldReadEveryKeyThatIsDocumented() {
    // given another value for each key
    Map<String, Object> changed =
        Map.ofEntries(
            Map.entry("directory", "/elsewhere"),
            Map.entry("url", "jdbc:postgresql://db:5432/ebb?sslmode=verify-full"),
            Map.entry("user", "alice"),
            Map.entry("password-file", "/secret"),
            Map.entry("write.buffer-size", 1),
            Map.entry("write.batch-size", 2),
            Map.entry("read.page-size", 5),
            Map.entry("pool.connections", 6),
            Map.entry("pool.idle-connections", 0),
            Map.entry("pool.queue-size", 7),
            Map.entry("pool.connection-timeout", "8s"),
            Map.entry("pool.statement-timeout", "12s"),
            Map.entry("state-store.connections", 13),
            Map.entry("state-store.retry-for", "14s"),
            Map.entry("lease.time-to-live", "16s"),
            Map.entry("lease.renew-every", "3s"),
            Map.entry("circuit-breaker.max-failures", 9),
            Map.entry("circuit-breaker.call-timeout", "10s"),
            Map.entry("circuit-breaker.reset-timeout", "11s"));
    // when
    Config config = ConfigFactory.parseMap(changed).atPath("ebb.journal");
    // then
    assertThat(JournalSettings.from(config.withFallback(DEFAULTS)))
        .isEqualTo(
            new JournalSettings(
                Path.of("/elsewhere"),
                "jdbc:postgresql://db:5432/ebb?sslmode=verify-full",
                "alice",
                "/secret",
                new JournalSettings.Write(1, 2),
                5,
                new JournalSettings.Pool(6, 0, 7, Duration.ofSeconds(8), Duration.ofSeconds(12)),
                new JournalSettings.CircuitBreaker(
                    9, Duration.ofSeconds(10), Duration.ofSeconds(11)),
                new JournalSettings.StateStore(13, Duration.ofSeconds(14)),
                new JournalSettings.Lease(Duration.ofSeconds(16), Duration.ofSeconds(3))));
    assertThat(changed).containsOnlyKeys(documentedKeys());
  }

  private static Iterable<String> documentedKeys() {
    return DEFAULTS.getConfig("ebb.journal").entrySet().stream()
        .map(Map.Entry::getKey)
        // Akka's, not ours.
        .filter(key -> !key.startsWith("read.dispatcher."))
        .filter(key -> !key.startsWith("lease.dispatcher."))
        .collect(Collectors.toSet());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "write.buffer-size = 0",
        "write.batch-size = -1",
        "read.page-size = 0",
        "pool.connections = 0",
        "pool.idle-connections = -1",
        "pool.queue-size = 0",
        "pool.connection-timeout = 0s",
        "pool.statement-timeout = 999ms",
        "state-store.connections = 0",
        "state-store.retry-for = -1ms",
        "lease.time-to-live = 6s",
        "lease.renew-every = 99ms",
        "circuit-breaker.max-failures = 0",
        "circuit-breaker.call-timeout = 0s",
        "circuit-breaker.reset-timeout = 0s"
      })
  void shouldRefuseWhatIsTooSmallAndNameTheKey(String setting) {
    // given
    Config config = ConfigFactory.parseString("ebb.journal." + setting).withFallback(DEFAULTS);
    // when, then
    assertThatThrownBy(() -> JournalSettings.from(config))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("ebb.journal." + setting.substring(0, setting.indexOf(' ')));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:postgresql://alice:s3cret@db/ebb",
        "jdbc:postgresql://db/ebb?password=s3cret",
        "jdbc:postgresql://db/ebb?ssl=true&sslpassword=s3cret%zz",
        "jdbc:postgresql://db/ebb?user=s3cret",
        "jdbc:mysql://db/s3cret",
        "s3cret"
      })
  void shouldRefuseAnUrlWithCredentialsAndNotRepeatThem(String url) {
    // given
    Config config = ConfigFactory.parseMap(Map.of("ebb.journal.url", url)).withFallback(DEFAULTS);
    // when, then
    assertThatThrownBy(() -> JournalSettings.from(config))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("ebb.journal.url: expected is jdbc:postgresql://HOST:PORT/DATABASE")
        .hasMessageNotContaining("s3cret");
  }

  /** {@code ebb journal create FOLDER} on a machine where EBB_JOURNAL_URL is set. */
  @Test
  void shouldTakeANamedFolderInsteadOfTheConfiguredDatabase() {
    System.setProperty("ebb.journal.url", "jdbc:postgresql://db/ebb");
    ConfigFactory.invalidateCaches();
    try {
      assertThat(JournalSettings.from(ConfigFactory.load()).isShared()).isTrue();
      assertThat(JournalSettings.in(Path.of("/data")).isShared()).isFalse();
    } finally {
      System.clearProperty("ebb.journal.url");
      ConfigFactory.invalidateCaches();
    }
  }

  @Test
  void shouldRefuseAFolderThatWouldChangeTheUrl() {
    assertThatThrownBy(() -> JournalSettings.in(Path.of("/data?synchronous=OFF")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("question mark");
  }
}
