package ebb.cli.client;

import java.net.URI;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which addresses want a Kerberos ticket: from then on they are shown one with each request. Loads
 * nothing of Kerberos before.
 */
final class Negotiation {
  private final Set<URI> wantedBy = new HashSet<>();
  private @Nullable KerberosTickets tickets;

  boolean isWantedBy(URI base) {
    return wantedBy.contains(base);
  }

  void wantedBy(URI base) {
    wantedBy.add(base);
  }

  /**
   * A value of the header Authorization, for one request only.
   *
   * @throws Refusal if there is no ticket
   */
  String authorization(URI base) {
    KerberosTickets made = tickets;
    if (made == null) {
      made = new KerberosTickets();
      tickets = made;
    }
    return "Negotiate " + made.tokenFor(base);
  }
}
