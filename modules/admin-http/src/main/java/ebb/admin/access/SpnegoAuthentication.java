package ebb.admin.access;

import java.net.InetAddress;
import java.util.Optional;

/**
 * Authenticates callers at the cluster's Kerberos by SPNEGO (RFC 4559), and decides what they may
 * do.
 */
public interface SpnegoAuthentication {

  /**
   * Verifies a token. May block, and is called by any thread.
   *
   * @param token in base64, as the caller sent it
   * @param doAs the user for whom the caller acts
   * @param from the caller's address
   */
  Outcome accept(String token, Optional<String> doAs, InetAddress from);

  /** The result of verifying a token. */
  sealed interface Outcome {

    /**
     * @param user the user in whose name the request is carried out: the whole principal of the
     *     caller, or the user for whom the caller acts
     * @param principal the caller's principal
     * @param admin whether the user may change anything
     * @param reply the token that authenticates the server to the caller, in base64
     */
    record Known(String user, String principal, boolean admin, Optional<String> reply)
        implements Outcome {}

    /** The token does not authenticate the caller. */
    record Unknown(String reason) implements Outcome {}

    /** The caller is known, but is refused access. */
    record Forbidden(String reason) implements Outcome {}
  }
}
