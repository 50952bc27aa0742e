package ebb.domain.provenance;

/**
 * The other end of the connection over which a request came. Never changed by what the request
 * itself says: a proxy that acts for somebody is the peer, and whom it acts for is the actor.
 *
 * @param address IP address without a port
 * @param user the name by which the peer was authenticated: a whole Kerberos principal, the name of
 *     a user or that in a certificate
 * @param method how; see {@link AuthMethod#isVerified}
 */
public record Peer(String address, String user, AuthMethod method) {

  /** Where limits count this peer. */
  public PeerNetwork network() {
    return PeerNetwork.of(address);
  }

  /**
   * For people, behind the name of an actor: {@code from 10.0.0.7 as nm/host@REALM (unverified)},
   * without what goes without saying.
   */
  public String text(String actor) {
    return "from "
        + address
        + (user.equals(actor) ? "" : " as " + user)
        + (method.isVerified() ? "" : " (unverified)");
  }
}
