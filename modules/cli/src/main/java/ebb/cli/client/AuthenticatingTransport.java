package ebb.cli.client;

import java.io.IOException;
import java.net.URI;
import java.util.Optional;

/**
 * Adds authentication to requests: by a token, a certificate, a Kerberos ticket if the
 * ResourceManager requires one, or else by name, as Hadoop's clients do where names are not
 * verified.
 *
 * <p>A request without a required ticket is refused before anything is done. So even a request that
 * must not be repeated may be sent again with a ticket.
 */
final class AuthenticatingTransport implements Transport {
  private static final String AUTHORIZATION = "Authorization";

  private final Transport wire;
  private final Credentials access;
  private final Negotiation negotiation;

  /**
   * @param negotiation shared by all transports of a client
   */
  AuthenticatingTransport(Transport wire, Credentials access, Negotiation negotiation) {
    this.wire = wire;
    this.access = access;
    this.negotiation = negotiation;
  }

  /**
   * @throws Refusal if a ticket is required, and there is none
   */
  @Override
  public AdminReply send(URI base, AdminRequest request) throws IOException {
    AdminRequest whole = access.doAs().map(user -> request.withQuery("doAs", user)).orElse(request);
    if (access.token().isPresent()) {
      return wire.send(base, whole.with(AUTHORIZATION, "Bearer " + access.token().get()));
    }
    // Acting for another user requires a ticket.
    if (access.doAs().isEmpty() && !negotiation.isWantedBy(base)) {
      AdminReply reply = wire.send(base, access.identity().isPresent() ? whole : named(whole));
      if (!reply.asksForTicket()) {
        return reply;
      }
      negotiation.wantedBy(base);
    }
    AdminReply reply = negotiated(base, whole);
    // The JDK's old client may have sent the request twice. The second time, the token is rejected.
    return reply.asksForTicket() ? negotiated(base, whole) : reply;
  }

  private AdminReply negotiated(URI base, AdminRequest request) throws IOException {
    return wire.send(base, request.with(AUTHORIZATION, negotiation.authorization(base)));
  }

  private static AdminRequest named(AdminRequest request) {
    return user().map(name -> request.withQuery("user.name", name)).orElse(request);
  }

  /**
   * The user's name as Hadoop's clients determine it. The JVM reports "?" for a user without a
   * name.
   */
  private static Optional<String> user() {
    return Optional.ofNullable(System.getenv("HADOOP_USER_NAME"))
        .or(() -> Optional.ofNullable(System.getProperty("user.name")))
        .filter(name -> !name.isBlank() && !name.equals("?"));
  }
}
