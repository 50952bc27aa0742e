package ebb.hadoop.tracker;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** With a cache the name server is asked once in a while, without one at each registration. */
class AddressCacheTest {
  private final Map<String, String> nameServer = new HashMap<>();
  private final AtomicLong clock = new AtomicLong();
  private final AddressCache cache = cache(Optional.of(Duration.ofSeconds(30)));
  private int questions;

  private AddressCache cache(Optional<Duration> keep) {
    return new AddressCache(
        host -> {
          questions++;
          return nameServer.getOrDefault(host, host);
        },
        clock::get,
        keep);
  }

  @BeforeEach
  void cacheBothHosts() {
    nameServer.put("host1", "1.1.1.1");
    nameServer.put("host2", "1.1.1.2");
    cache.lookUp("host1");
    cache.lookUp("host2");
    nameServer.put("host1", "9.9.9.1");
    nameServer.put("host2", "9.9.9.2");
  }

  @Test
  @Tag("case-20")
  void shouldForgetOneHostAndKeepTheOther() {
    assertThat(cache.lookUp("host1")).isEqualTo("1.1.1.1");

    cache.forget("host1");

    assertThat(cache.lookUp("host1")).isEqualTo("9.9.9.1");
    assertThat(cache.lookUp("host2")).isEqualTo("1.1.1.2");
  }

  @Test
  @Tag("case-21")
  void shouldKeepNoAddressForLongerThanTheInterval() {
    clock.addAndGet(30_000);
    assertThat(cache.lookUp("host1")).isEqualTo("1.1.1.1");

    clock.addAndGet(1);

    assertThat(cache.lookUp("host1")).isEqualTo("9.9.9.1");
    assertThat(cache.lookUp("host2")).isEqualTo("9.9.9.2");
  }

  @Test
  void shouldKeepThatAHostHasNoAddress() {
    assertThat(cache.lookUp("unknown")).isEqualTo("unknown");
    nameServer.put("unknown", "1.1.1.3");

    assertThat(cache.lookUp("unknown")).isEqualTo("unknown");
    cache.forget("unknown");
    assertThat(cache.lookUp("unknown")).isEqualTo("1.1.1.3");
  }

  @Test
  void shouldAskEachTimeWithoutAnInterval() {
    AddressCache none = cache(Optional.empty());
    none.lookUp("host1");
    int before = questions;

    none.lookUp("host1");

    assertThat(questions).isEqualTo(before + 1);
  }

  @Test
  @Tag("case-22")
  void shouldKeepNothingByDefault() {
    Configuration conf = new Configuration(false);
    assertThat(AddressCache.of(conf).keepsFor()).isEmpty();

    conf.setInt("yarn.resourcemanager.node-ip-cache.expiry-interval-secs", 0);
    assertThat(AddressCache.of(conf).keepsFor()).isEmpty();

    conf.setInt("yarn.resourcemanager.node-ip-cache.expiry-interval-secs", 30);
    assertThat(AddressCache.of(conf).keepsFor()).contains(Duration.ofSeconds(30));
  }
}
