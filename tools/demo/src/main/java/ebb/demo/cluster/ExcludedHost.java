package ebb.demo.cluster;

import java.time.Duration;
import java.util.Optional;

/**
 * One entry of an exclude file.
 *
 * @param timeout of this host's graceful decommissioning; empty to use that of the request
 */
public record ExcludedHost(String host, Optional<Duration> timeout) {
  public static ExcludedHost of(String host) {
    return new ExcludedHost(host, Optional.empty());
  }

  public static ExcludedHost within(String host, Duration timeout) {
    return new ExcludedHost(host, Optional.of(timeout));
  }
}
