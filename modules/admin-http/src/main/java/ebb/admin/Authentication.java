package ebb.admin;

import akka.http.javadsl.model.AttributeKeys;
import akka.http.javadsl.model.HttpHeader;
import akka.http.javadsl.model.HttpRequest;
import akka.http.javadsl.model.RemoteAddress;
import akka.http.javadsl.model.SslSessionInfo;
import ebb.domain.AuthMethod;
import ebb.domain.Peer;
import java.net.InetAddress;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.Locale;
import java.util.Optional;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;
import javax.net.ssl.SSLPeerUnverifiedException;

/**
 * Finds out who sent a request: by a bearer token, or else by the client certificate of its
 * connection, which the handshake has verified. Without a users file nobody is asked.
 */
final class Authentication {
  private static final String BEARER = "bearer ";

  /** On a loopback address, as long as nobody has to say who he is. */
  private static final String ANONYMOUS = "anonymous";

  private final Optional<FileBacked<Users>> users;

  private Authentication(Optional<FileBacked<Users>> users) {
    this.users = users;
  }

  /**
   * @throws IllegalArgumentException in one line, if the users file cannot be used
   */
  static Authentication of(AdminSettings settings) {
    return new Authentication(settings.usersFile().map(UsersFile::open));
  }

  /**
   * @throws ProblemException if the sender is not known
   */
  Caller callerOf(HttpRequest request) {
    if (users.isEmpty()) {
      return caller(new Users.User(ANONYMOUS, Role.ADMIN), AuthMethod.NONE, request);
    }
    Users known = users.get().get();
    Optional<String> authorization =
        request.getHeader("Authorization").map(HttpHeader::value).map(String::strip);
    if (authorization.isPresent()) {
      return caller(byToken(authorization.get(), known), AuthMethod.TOKEN, request);
    }
    String name =
        certificateOf(request)
            .map(Authentication::nameOf)
            .orElseThrow(() -> unauthenticated("Send the header Authorization: Bearer <token>"));
    Users.User user =
        known
            .byCertificate(name)
            .orElseThrow(
                () ->
                    new ProblemException(
                        ProblemCode.FORBIDDEN,
                        "The certificate of " + name + " gives no rights here"));
    return caller(user, AuthMethod.CERTIFICATE, request);
  }

  private static Caller caller(Users.User user, AuthMethod method, HttpRequest request) {
    String address =
        request
            .getAttribute(AttributeKeys.remoteAddress)
            .flatMap(RemoteAddress::getAddress)
            .map(InetAddress::getHostAddress)
            .orElse("an unknown address");
    return new Caller(user.name(), user.role(), new Peer(address, user.name(), method));
  }

  private static Users.User byToken(String authorization, Users known) {
    if (!authorization.toLowerCase(Locale.ROOT).startsWith(BEARER)) {
      throw unauthenticated("Send the header Authorization: Bearer <token>, and no other kind");
    }
    return known
        .byToken(authorization.substring(BEARER.length()).strip())
        .orElseThrow(() -> unauthenticated("The token is not known here"));
  }

  private static ProblemException unauthenticated(String detail) {
    return new ProblemException(ProblemCode.UNAUTHENTICATED, detail);
  }

  private static Optional<X509Certificate> certificateOf(HttpRequest request) {
    Optional<SslSessionInfo> session = request.getAttribute(AttributeKeys.sslSession);
    if (session.isEmpty()) {
      return Optional.empty();
    }
    try {
      Certificate[] chain = session.get().getSession().getPeerCertificates();
      return Optional.of((X509Certificate) chain[0]);
    } catch (SSLPeerUnverifiedException e) {
      return Optional.empty(); // none was sent
    }
  }

  /** The common name; the whole subject if it has none. */
  static String nameOf(X509Certificate certificate) {
    String subject = certificate.getSubjectX500Principal().getName();
    try {
      return new LdapName(subject)
          .getRdns().stream()
              .filter(part -> part.getType().equalsIgnoreCase("CN"))
              .map(Rdn::getValue)
              .map(String::valueOf)
              .reduce((outer, inner) -> inner)
              .orElse(subject);
    } catch (InvalidNameException e) {
      throw new IllegalStateException("not the form that Java promises: " + subject, e);
    }
  }
}
