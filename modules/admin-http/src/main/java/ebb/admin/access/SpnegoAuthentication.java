package ebb.admin.access;

import java.net.InetAddress;
import java.util.Optional;

/** Asks the cluster's Kerberos who a caller is, by SPNEGO (RFC 4559), and what they may do. */
public interface SpnegoAuthentication {

  /**
   * May block, and is called by any thread.
   *
   * @param token in base64, as the caller sent it
   * @param doAs whom the caller acts for
   * @param from the caller's address
   */
  Outcome accept(String token, Optional<String> doAs, InetAddress from);

  /** What came of it. */
  sealed interface Outcome {

    /**
     * @param user in whose name the request is carried out: the whole principal of the caller, or
     *     whom it acts for
     * @param principal of the caller
     * @param admin whether the user may change anything
     * @param reply by which the server shows who it is, in base64
     */
    record Known(String user, String principal, boolean admin, Optional<String> reply)
        implements Outcome {}

    /** The token proves nothing. */
    record Unknown(String reason) implements Outcome {}

    /** The caller is known, and may not come in like this. */
    record Forbidden(String reason) implements Outcome {}
  }
}
