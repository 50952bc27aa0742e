package ebb.hadoop.tracker;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.UnaryOperator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.util.Clock;
import org.apache.hadoop.yarn.util.MonotonicClock;

/**
 * The addresses of hosts. If the configuration wants it so they are kept for a while, the failure
 * to find one too, and until the node's applications are told of a change (NodesListManager's
 * CachedResolver). Soft state, for any thread; a look-up blocks.
 */
final class AddressCache {
  private final UnaryOperator<String> names;
  private final Clock clock;
  private final Optional<Duration> keep;
  private final ConcurrentMap<String, Entry> known = new ConcurrentHashMap<>();

  private volatile long lastRemoval;

  private record Entry(String ip, long since) {}

  /**
   * @param names gives the address of a host, or the host itself if it has none
   * @param clock monotonic, in milliseconds
   * @param keep empty: each look-up asks anew
   */
  AddressCache(UnaryOperator<String> names, Clock clock, Optional<Duration> keep) {
    this.names = names;
    this.clock = clock;
    this.keep = keep;
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
    if (keep.isEmpty()) {
      return names.apply(host);
    }
    long interval = keep.get().toMillis();
    removeOld(interval);
    Entry entry = known.get(host);
    if (entry == null || isOld(entry, interval)) {
      entry = new Entry(names.apply(host), clock.getTime());
      known.put(host, entry);
    }
    return entry.ip();
  }

  private boolean isOld(Entry entry, long interval) {
    return clock.getTime() - entry.since() > interval;
  }

  /** Now and then, for hosts that nobody asks for any more. */
  private void removeOld(long interval) {
    if (clock.getTime() - lastRemoval > interval / 3) {
      lastRemoval = clock.getTime();
      known.values().removeIf(entry -> isOld(entry, interval));
    }
  }

  /** Something happened to a node of this host, which may have moved. */
  void forget(String host) {
    known.remove(host);
  }

  /** Empty if each look-up asks anew. */
  Optional<Duration> keepsFor() {
    return keep;
  }
}
