package ebb.domain.refresh;

import ebb.domain.DrainTimeout;
import ebb.domain.TimeoutSource;
import java.util.Optional;

/** The timeout that applies to one node, and the rule that set it. */
public record EffectiveTimeout(DrainTimeout timeout, TimeoutSource source) {

  /**
   * Resolves the timeout in the documentation's three steps: the host's own, then the request's,
   * then the configuration's.
   *
   * @param requested empty when the request carries none; an infinite timeout is not empty
   */
  public static EffectiveTimeout resolve(
      Optional<DrainTimeout> ofHost, Optional<DrainTimeout> requested, DrainTimeout configured) {
    return ofHost
        .map(timeout -> new EffectiveTimeout(timeout, TimeoutSource.HOST_ENTRY))
        .orElseGet(() -> withoutHost(requested, TimeoutSource.REQUEST, configured));
  }

  /** With client tracking, a host's own timeout is ignored, unless it is held. */
  public static EffectiveTimeout ofClient(
      Optional<DrainTimeout> ofHost, Optional<DrainTimeout> requested, DrainTimeout configured) {
    return ofHost
        .filter(DrainTimeout::held)
        .map(hold -> new EffectiveTimeout(hold, TimeoutSource.HOST_ENTRY))
        .orElseGet(() -> withoutHost(requested, TimeoutSource.CLIENT, configured));
  }

  private static EffectiveTimeout withoutHost(
      Optional<DrainTimeout> requested, TimeoutSource ofRequest, DrainTimeout configured) {
    return requested
        .map(timeout -> new EffectiveTimeout(timeout, ofRequest))
        .orElseGet(() -> new EffectiveTimeout(configured, TimeoutSource.CONFIGURATION));
  }
}
