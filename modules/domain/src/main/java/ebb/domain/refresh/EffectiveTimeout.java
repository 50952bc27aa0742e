package ebb.domain.refresh;

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
        .orElseGet(() -> withoutHost(requested, TimeoutSource.REQUEST, configured));
  }

  /** With client tracking a host's own does not count. */
  public static EffectiveTimeout ofClient(
      Optional<DrainTimeout> requested, DrainTimeout configured) {
    return withoutHost(requested, TimeoutSource.CLIENT, configured);
  }

  private static EffectiveTimeout withoutHost(
      Optional<DrainTimeout> requested, TimeoutSource ofRequest, DrainTimeout configured) {
    return requested
        .map(timeout -> new EffectiveTimeout(timeout, ofRequest))
        .orElseGet(() -> new EffectiveTimeout(configured, TimeoutSource.CONFIGURATION));
  }
}
