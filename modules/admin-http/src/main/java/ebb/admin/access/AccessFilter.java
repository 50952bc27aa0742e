package ebb.admin.access;

import akka.actor.typed.ActorSystem;
import akka.http.javadsl.model.AttributeKeys;
import akka.http.javadsl.model.HttpRequest;
import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.headers.Allow;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.Route;
import ebb.admin.http.JsonResponses;
import ebb.admin.http.LocalHosts;
import ebb.admin.http.ProblemCode;
import ebb.admin.http.ProblemException;
import ebb.domain.provenance.PeerNetwork;
import ebb.domain.text.LinesPerMinute;
import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.util.Try;

/**
 * Passes requests on to the routes, or refuses them with a reason. Refusals that concern security
 * are logged, at most 600 a minute from one network and 6,000 from all.
 */
public final class AccessFilter extends AllDirectives {
  private static final Logger LOG = LoggerFactory.getLogger(AccessFilter.class);
  private static final LinesPerMinute OF_A_NETWORK = new LinesPerMinute(600, System::nanoTime);
  private static final LinesPerMinute OF_ALL = new LinesPerMinute(6_000, System::nanoTime);

  private final ActorSystem<?> system;
  private final Authentication authentication;
  private final boolean localOnly;

  /**
   * @param localOnly whether requests must name a loopback host; elsewhere TLS ensures that they
   *     name the right host
   */
  public AccessFilter(ActorSystem<?> system, Authentication authentication, boolean localOnly) {
    this.system = system;
    this.authentication = authentication;
    this.localOnly = localOnly;
  }

  /** Guards routes that everyone may see. */
  public Route here(Supplier<Route> routes) {
    return extractRequest(
        request ->
            localOnly && !LocalHosts.contains(request.getUri().host())
                ? refuse(
                    request,
                    new ProblemException(
                        ProblemCode.MISDIRECTED_REQUEST,
                        "Use localhost or a loopback address, not " + request.getUri().host()))
                : routes.get());
  }

  /** Guards the operations of the API. Each request that passes has a {@link Caller}. */
  public Route known(Supplier<Route> operations) {
    return known(AccessFilter::requireOperation, operations);
  }

  /** Guards routes outside the operations that every caller with a role may see. */
  public Route reader(Supplier<Route> routes) {
    return known((caller, request) -> {}, routes);
  }

  private Route known(BiConsumer<Caller, HttpRequest> check, Supplier<Route> routes) {
    return extractRequest(
        request ->
            onComplete(
                authentication.admit(request), found -> known(found, request, check, routes)));
  }

  private Route known(
      Try<Authentication.Admitted> found,
      HttpRequest request,
      BiConsumer<Caller, HttpRequest> check,
      Supplier<Route> operations) {
    try {
      Authentication.Admitted admitted = found.get();
      check.accept(admitted.caller(), request);
      return mapResponse(
          response -> withReply(response, admitted),
          () ->
              mapRequest(
                  asked -> admitted.caller().into(IdentityParameters.removedFrom(asked)),
                  operations));
    } catch (CompletionException e) {
      if (e.getCause() instanceof ProblemException reason) {
        return refuse(request, reason);
      }
      throw e;
    } catch (ProblemException e) {
      return refuse(request, e);
    }
  }

  private static HttpResponse withReply(HttpResponse response, Authentication.Admitted admitted) {
    return admitted
        .reply()
        .map(reply -> response.addHeader(Authentication.answeredWith(reply)))
        .orElse(response);
  }

  /**
   * Checks the caller's role where what a request needs depends on its body.
   *
   * @throws ProblemException if the caller lacks the permission; this is already logged
   */
  static void require(Permission needed, HttpRequest request) {
    try {
      require(needed, Caller.of(request));
    } catch (ProblemException e) {
      log(request, e);
      throw e;
    }
  }

  /**
   * The refusal of a change that the caller's role does not include, which is already logged.
   *
   * @param what what the role does not allow, after what it allows
   */
  static ProblemException refusal(HttpRequest request, String what) {
    Caller caller = Caller.of(request);
    ProblemException refusal =
        new ProblemException(
            ProblemCode.FORBIDDEN, caller.name() + " " + caller.role().text() + ", " + what);
    log(request, refusal);
    return refusal;
  }

  private static void require(Permission needed, Caller caller) {
    if (caller.role().may(needed)) {
      return;
    }
    String may = caller.name() + " " + caller.role().text();
    throw new ProblemException(
        ProblemCode.FORBIDDEN,
        !caller.peer().method().isVerified()
            ? Authentication.READ_ONLY
            : caller.role().permissions().isEmpty() ? may : may + ", not " + needed.word());
  }

  private static void requireOperation(Caller caller, HttpRequest request) {
    ApiOperation operation =
        ApiOperation.of(request)
            .orElseThrow(
                () ->
                    ApiOperation.at(request).isEmpty()
                        ? new ProblemException(
                            ProblemCode.NOT_FOUND,
                            "No resource " + request.getUri().getPathString())
                        : new ProblemException(
                            ProblemCode.METHOD_NOT_ALLOWED,
                            "Offered here: " + String.join(", ", methodsAt(request))));
    operation.needed().ifPresent(permission -> require(permission, caller));
  }

  private static List<String> methodsAt(HttpRequest request) {
    return ApiOperation.at(request).stream().map(each -> each.method().value()).toList();
  }

  private Route refuse(HttpRequest request, ProblemException reason) {
    request.discardEntityBytes(system);
    HttpResponse response = JsonResponses.response(reason.problem());
    switch (reason.code()) {
      case UNAUTHENTICATED -> response = response.addHeaders(authentication.challenges());
      case METHOD_NOT_ALLOWED ->
          response =
              response.addHeader(
                  Allow.create(
                      ApiOperation.at(request).stream()
                          .map(ApiOperation::method)
                          .toArray(akka.http.javadsl.model.HttpMethod[]::new)));
      default -> {}
    }
    if (reason.code().isSecurity() && !isFirstOfTwo(reason, request)) {
      log(request, reason);
    }
    return complete(response);
  }

  /**
   * Whether this is the refusal of a SPNEGO client's first request, which has no token yet. It is
   * not logged.
   */
  private boolean isFirstOfTwo(ProblemException reason, HttpRequest request) {
    return reason.code() == ProblemCode.UNAUTHENTICATED && authentication.isInvited(request);
  }

  private static void log(HttpRequest request, ProblemException reason) {
    OF_A_NETWORK.write(
        line -> OF_ALL.write(LOG::warn, "refused", Optional.empty(), line),
        "refused",
        Authentication.addressOf(request).map(InetAddress::getHostAddress).map(PeerNetwork::of),
        "Refused %s %s from %s: %s"
            .formatted(
                request.method().value(),
                request.getUri().path(),
                originOf(request),
                reason.getMessage()));
  }

  private static String originOf(HttpRequest request) {
    return request
        .getAttribute(AttributeKeys.remoteAddress)
        .flatMap(
            from ->
                from.getAddress().map(address -> address.getHostAddress() + ":" + from.getPort()))
        .orElse("an unknown address");
  }
}
