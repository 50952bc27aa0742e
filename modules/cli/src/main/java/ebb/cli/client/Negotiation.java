package ebb.cli.client;

import java.net.URI;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Records which addresses require a Kerberos ticket. Each later request to them carries one. Loads
 * no Kerberos classes before that.
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
   * The value of the header Authorization for one request only.
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
