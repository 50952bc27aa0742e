package ebb.hadoop.tracker;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.util.Clock;
import org.apache.hadoop.yarn.util.MonotonicClock;

/**
 * Looks up the addresses of hosts. If so configured, an address or a failed look-up is cached for a
 * while, or until the applications are notified of a change of the node (like NodesListManager's
 * CachedResolver). Soft state, for any thread. A look-up blocks.
 */
final class AddressCache {
  private final UnaryOperator<String> names;
  private final Optional<Duration> keep;
  private final Optional<Cache<String, String>> known;

  /**
   * @param names returns the address of a host, or the host itself if it has none
   * @param clock monotonic, in milliseconds
   * @param keep how long to cache; empty for no cache
   */
  AddressCache(UnaryOperator<String> names, Clock clock, Optional<Duration> keep) {
    this.names = names;
    this.keep = keep;
    this.known =
        keep.map(
            interval ->
                Caffeine.newBuilder()
                    // Includes the last millisecond, as in YARN.
                    .expireAfterWrite(interval.plusMillis(1))
                    .ticker(() -> TimeUnit.MILLISECONDS.toNanos(clock.getTime()))
                    .build());
  }

  static AddressCache of(Configuration conf) {
    int seconds =
        conf.getInt(
            YarnConfiguration.RM_NODE_IP_CACHE_EXPIRY_INTERVAL_SECS,
            YarnConfiguration.DEFAULT_RM_NODE_IP_CACHE_EXPIRY_INTERVAL_SECS);
    return new AddressCache(
        NetUtils::normalizeHostName,
        new MonotonicClock(),
        seconds > 0 ? Optional.of(Duration.ofSeconds(seconds)) : Optional.empty());
  }

  String lookUp(String host) {
    return known.map(cache -> cache.get(host, names)).orElseGet(() -> names.apply(host));
  }

  /** A node of this host has changed, so its address may have changed, too. */
  void forget(String host) {
    known.ifPresent(cache -> cache.invalidate(host));
  }

  /** Empty if there is no cache. */
  Optional<Duration> keepsFor() {
    return keep;
  }
}
