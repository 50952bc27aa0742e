package ebb.admin.access;

import akka.http.javadsl.model.AttributeKeys;
import akka.http.javadsl.model.HttpHeader;
import akka.http.javadsl.model.HttpRequest;
import akka.http.javadsl.model.RemoteAddress;
import akka.http.javadsl.model.SslSessionInfo;
import akka.http.javadsl.model.headers.HttpChallenge;
import akka.http.javadsl.model.headers.RawHeader;
import akka.http.javadsl.model.headers.WWWAuthenticate;
import ebb.admin.http.ProblemCode;
import ebb.admin.http.ProblemException;
import ebb.admin.http.QueryParams;
import ebb.domain.provenance.AuthMethod;
import ebb.domain.provenance.Peer;
import ebb.domain.text.TextLimit;
import ebb.domain.text.VisibleText;
import java.net.InetAddress;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;
import javax.net.ssl.SSLPeerUnverifiedException;

/**
 * Identifies the sender of a request: by Kerberos or a bearer token, or else by the client
 * certificate of its connection, which the handshake has verified. Where neither Hadoop's security
 * nor a users file offers a way to authenticate, callers are not authenticated, and the names that
 * they give are used.
 */
public final class Authentication {
  private static final String BEARER = "Bearer";
  private static final String NEGOTIATE = "Negotiate";
  private static final String CHALLENGE = "WWW-Authenticate";

  /** The reason why changes are refused while {@link #isReadOnly} holds. */
  public static final String READ_ONLY =
      "The admin API is read-only: Hadoop's security is on, but no way for callers to"
          + " authenticate is configured, neither ebb.http.users-file nor"
          + " yarn.resourcemanager.webapp.spnego-principal and .spnego-keytab-file";

  private static final int LONGEST_REASON = 300;

  /** The name of callers that give none, where callers are not authenticated. */
  private static final String ANONYMOUS = "anonymous";

  private final Optional<ReloadingFile<Users>> users;
  private final HadoopSecurity security;
  private final Executor negotiations;

  private Authentication(
      Optional<ReloadingFile<Users>> users, HadoopSecurity security, Executor negotiations) {
    this.users = users;
    this.security = security;
    this.negotiations = negotiations;
  }

  /**
   * @param blocking the executor that reads the users file again
   * @param negotiations the executor on which Kerberos may block
   * @throws IllegalArgumentException with a one-line message, if the users file cannot be used
   */
  public static Authentication of(
      AdminSettings settings, HadoopSecurity security, Executor blocking, Executor negotiations) {
    return new Authentication(
        settings.usersFile().map(file -> UsersFile.open(file, blocking)), security, negotiations);
  }

  /**
   * @param reply the token that authenticates the server to the caller, in base64
   */
  record Admitted(Caller caller, Optional<String> reply) {}

  /**
   * Authenticates a request, without blocking. The stage fails with {@link ProblemException} if the
   * sender is not known.
   */
  CompletionStage<Admitted> admit(HttpRequest request) {
    try {
      return admitted(request);
    } catch (ProblemException e) {
      return CompletableFuture.failedStage(e);
    }
  }

  private CompletionStage<Admitted> admitted(HttpRequest request) {
    IdentityParameters said = IdentityParameters.of(request);
    Optional<String> authorization =
        request.getHeader("Authorization").map(HttpHeader::value).map(String::strip);
    Optional<String> token = authorization.flatMap(header -> after(NEGOTIATE, header));
    if (security.negotiation().isPresent() && token.isPresent()) {
      SpnegoAuthentication kerberos = security.negotiation().get();
      return CompletableFuture.supplyAsync(
          () -> byKerberos(kerberos, token.get(), said.doAs(), request), negotiations);
    }
    if (said.doAs().isPresent()) {
      throw QueryParams.invalid(
          IdentityParameters.DO_AS, "Expected only with the header Authorization: Negotiate");
    }
    if (asksNobody()) {
      return CompletableFuture.completedStage(
          new Admitted(unasked(said, request), Optional.empty()));
    }
    return users
        .orElseThrow(() -> unauthenticated(expected()))
        .get()
        .thenApply(
            known -> new Admitted(byUsersFile(known, authorization, request), Optional.empty()));
  }

  /** Whether callers are not authenticated. */
  boolean asksNobody() {
    return users.isEmpty() && security.negotiation().isEmpty();
  }

  /** Whether callers may only read, because none of them can authenticate. */
  public boolean isReadOnly() {
    return security.on() && asksNobody();
  }

  /** Whether a request is the first of the two that SPNEGO clients send. */
  boolean isInvited(HttpRequest request) {
    return security.negotiation().isPresent() && request.getHeader("Authorization").isEmpty();
  }

  /** The headers that offer the ways to authenticate. */
  List<HttpHeader> challenges() {
    List<HttpHeader> ways = new ArrayList<>();
    security.negotiation().ifPresent(way -> ways.add(RawHeader.create(CHALLENGE, NEGOTIATE)));
    users.ifPresent(way -> ways.add(WWWAuthenticate.create(HttpChallenge.create(BEARER, "ebb"))));
    return ways;
  }

  static HttpHeader answeredWith(String reply) {
    return RawHeader.create(CHALLENGE, NEGOTIATE + " " + reply);
  }

  private Caller unasked(IdentityParameters said, HttpRequest request) {
    return caller(
        new Users.User(said.userName().orElse(ANONYMOUS), security.on() ? Role.READER : Role.ADMIN),
        said.userName().isPresent() ? AuthMethod.SIMPLE : AuthMethod.NONE,
        request);
  }

  private static Admitted byKerberos(
      SpnegoAuthentication kerberos, String token, Optional<String> doAs, HttpRequest request) {
    SpnegoAuthentication.Outcome outcome =
        kerberos.accept(
            token,
            doAs,
            addressOf(request)
                .orElseThrow(() -> new IllegalStateException("a request from no address")));
    if (outcome instanceof SpnegoAuthentication.Outcome.Known known) {
      requireName(known.user());
      requireName(known.principal());
      Role role = known.admin() ? Role.ADMIN : Role.READER;
      Peer peer = new Peer(addressText(request), known.principal(), AuthMethod.KERBEROS);
      return new Admitted(new Caller(known.user(), role, peer), known.reply());
    } else if (outcome instanceof SpnegoAuthentication.Outcome.Forbidden forbidden) {
      throw new ProblemException(ProblemCode.FORBIDDEN, oneLine(forbidden.reason()));
    } else if (outcome instanceof SpnegoAuthentication.Outcome.Unknown unknown) {
      throw unauthenticated("The Kerberos token is not accepted: " + oneLine(unknown.reason()));
    }
    throw new IllegalStateException("no outcome of a negotiation: " + outcome);
  }

  private static void requireName(String name) {
    IdentityParameters.problemOf(name)
        .ifPresent(
            problem -> {
              throw new ProblemException(ProblemCode.FORBIDDEN, problem);
            });
  }

  /** A reason in one short line: Kerberos quotes input that it does not understand. */
  private static String oneLine(String reason) {
    return VisibleText.of(TextLimit.cut(reason, LONGEST_REASON));
  }

  private Caller byUsersFile(Users known, Optional<String> authorization, HttpRequest request) {
    if (authorization.isPresent()) {
      String token =
          after(BEARER, authorization.get())
              .orElseThrow(() -> unauthenticated(expected() + ", and no other kind"));
      return known
          .byToken(token)
          .map(user -> caller(user, AuthMethod.TOKEN, request))
          .orElseThrow(() -> unauthenticated("The token is not known here"));
    }
    String name =
        certificateOf(request)
            .map(Authentication::nameOf)
            .orElseThrow(() -> unauthenticated(expected()));
    return known
        .byCertificate(name)
        .map(user -> caller(user, AuthMethod.CERTIFICATE, request))
        .orElseThrow(() -> withoutRights(name));
  }

  /** Where Kerberos is accepted, the caller is asked to authenticate, because a ticket may help. */
  private ProblemException withoutRights(String name) {
    return new ProblemException(
        security.negotiation().isPresent() ? ProblemCode.UNAUTHENTICATED : ProblemCode.FORBIDDEN,
        "The certificate of " + name + " gives no rights here");
  }

  private String expected() {
    List<String> ways = new ArrayList<>();
    security.negotiation().ifPresent(way -> ways.add(NEGOTIATE + " <token of Kerberos>"));
    users.ifPresent(way -> ways.add(BEARER + " <token>"));
    return "Send the header Authorization: " + String.join(" or ", ways);
  }

  /** The part of a header after the name of its scheme; empty if it has another scheme. */
  private static Optional<String> after(String scheme, String authorization) {
    String start = scheme + " ";
    return authorization.regionMatches(true, 0, start, 0, start.length())
        ? Optional.of(authorization.substring(start.length()).strip())
        : Optional.empty();
  }

  private static Caller caller(Users.User user, AuthMethod method, HttpRequest request) {
    return new Caller(
        user.name(), user.role(), new Peer(addressText(request), user.name(), method));
  }

  private static String addressText(HttpRequest request) {
    return addressOf(request).map(InetAddress::getHostAddress).orElse("an unknown address");
  }

  /** The address of the sender; empty if the server does not provide it. */
  static Optional<InetAddress> addressOf(HttpRequest request) {
    return request.getAttribute(AttributeKeys.remoteAddress).flatMap(RemoteAddress::getAddress);
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
      return Optional.empty(); // the client has sent none
    }
  }

  /** The common name in a certificate; the whole subject if it has none. */
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
