package ebb.admin.access;

import java.util.Optional;

/**
 * What the security of the cluster's Hadoop means for the admin API.
 *
 * @param on whether callers of the cluster have to prove who they are: then nobody changes anything
 *     here who has not
 * @param negotiation how they do it over HTTP; empty if Hadoop is not configured for that
 */
public record HadoopSecurity(boolean on, Optional<SpnegoAuthentication> negotiation) {
  /** Callers of the cluster are who they say. */
  public static final HadoopSecurity OFF = new HadoopSecurity(false, Optional.empty());

  public HadoopSecurity {
    if (negotiation.isPresent() && !on) {
      throw new IllegalArgumentException("negotiation without security");
    }
  }
}
