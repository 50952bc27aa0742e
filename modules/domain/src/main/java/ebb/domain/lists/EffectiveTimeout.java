package ebb.domain.lists;

import ebb.domain.DrainTimeout;
import ebb.domain.TimeoutSource;
import java.util.Optional;

/** The timeout that counts for one node, and the rule that gave it. */
public record EffectiveTimeout(DrainTimeout timeout, TimeoutSource source) {

  /**
   * The documentation's three steps: the host's own, then the request's, then the configuration's.
   *
   * @param requested empty when the request carries none; an infinite one counts as given
   */
  public static EffectiveTimeout resolve(
      Optional<DrainTimeout> ofHost, Optional<DrainTimeout> requested, DrainTimeout configured) {
    return ofHost
        .map(timeout -> new EffectiveTimeout(timeout, TimeoutSource.HOST_ENTRY))
        .or(() -> requested.map(timeout -> new EffectiveTimeout(timeout, TimeoutSource.REQUEST)))
        .orElseGet(() -> new EffectiveTimeout(configured, TimeoutSource.CONFIGURATION));
  }
}
