package ebb.domain.provenance;

/**
 * The remote end of the connection that delivered a request. The content of the request never
 * changes it: a proxy that acts for a user is the peer, and the user is the actor.
 *
 * @param address IP address without a port
 * @param user the name under which the peer authenticated: a full Kerberos principal, a user name,
 *     or the name in a certificate
 * @param method how the peer authenticated; see {@link AuthMethod#isVerified}
 */
public record Peer(String address, String user, AuthMethod method) {

  /** The network by which limits count this peer. */
  public PeerNetwork network() {
    return PeerNetwork.of(address);
  }

  /**
   * For people, to follow the name of an actor: {@code from 10.0.0.7 as nm/host@REALM
   * (unverified)}. Parts that are obvious are left out.
   */
  public String text(String actor) {
    return "from "
        + address
        + (user.equals(actor) ? "" : " as " + user)
        + (method.isVerified() ? "" : " (unverified)");
  }
}
