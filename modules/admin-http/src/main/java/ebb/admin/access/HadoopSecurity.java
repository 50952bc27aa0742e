package ebb.admin.access;

import java.util.Optional;

/**
 * What the security of the cluster's Hadoop means for the admin API.
 *
 * @param on whether the cluster authenticates its callers: then only authenticated callers may
 *     change anything here
 * @param negotiation how callers authenticate over HTTP; empty if Hadoop is not configured for that
 */
public record HadoopSecurity(boolean on, Optional<SpnegoAuthentication> negotiation) {
  /** The cluster does not authenticate its callers. */
  public static final HadoopSecurity OFF = new HadoopSecurity(false, Optional.empty());

  public HadoopSecurity {
    if (negotiation.isPresent() && !on) {
      throw new IllegalArgumentException("negotiation without security");
    }
  }
}
