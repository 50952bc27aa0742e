package ebb.admin.http;

import akka.http.javadsl.model.HttpMethod;
import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.headers.Allow;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.ExceptionHandler;
import akka.http.javadsl.server.MethodRejection;
import akka.http.javadsl.server.RejectionHandler;
import akka.http.javadsl.server.Route;
import akka.http.scaladsl.model.ExceptionWithErrorInfo;
import akka.stream.StreamLimitReachedException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Turns every failure into a problem document. No stack trace leaves the process. */
public final class Problems extends AllDirectives {
  private static final Logger log = LoggerFactory.getLogger(Problems.class);

  public ExceptionHandler exceptions() {
    return ExceptionHandler.newBuilder()
        .matchAny(failure -> complete(JsonResponses.response(of(failure))))
        .build();
  }

  /** For rejections that are not named here, the status of Akka's own response is kept. */
  public RejectionHandler rejections() {
    return RejectionHandler.newBuilder()
        .handleNotFound(
            extractRequest(
                request -> refuse(ProblemCode.NOT_FOUND, "No resource " + request.getUri().path())))
        .handleAll(MethodRejection.class, this::methodNotAllowed)
        .build()
        .withFallback(
            RejectionHandler.defaultHandler()
                .mapRejectionResponse(
                    response ->
                        JsonResponses.response(
                            Problem.of(
                                ProblemCode.BAD_REQUEST, response.status().reason(), null))));
  }

  private Route methodNotAllowed(List<MethodRejection> rejections) {
    HttpMethod[] offered =
        rejections.stream().map(MethodRejection::supported).distinct().toArray(HttpMethod[]::new);
    String names = String.join(", ", Arrays.stream(offered).map(HttpMethod::value).toList());
    HttpResponse response = response(ProblemCode.METHOD_NOT_ALLOWED, "Offered here: " + names);
    return complete(response.addHeader(Allow.create(offered)));
  }

  /** Replaces Akka HTTP's own answer when even our answer about a slow leader comes late. */
  public HttpResponse late() {
    return response(ProblemCode.LEADER_UNAVAILABLE, "No answer in time; try again in a moment");
  }

  public Route refuse(ProblemCode code, String detail) {
    return complete(response(code, detail));
  }

  private static HttpResponse response(ProblemCode code, String detail) {
    return JsonResponses.response(Problem.of(code, detail, null));
  }

  private static Problem of(Throwable failure) {
    Throwable cause = failure;
    while (cause instanceof CompletionException && cause.getCause() != null) {
      cause = cause.getCause();
    }
    if (cause instanceof ProblemException known) {
      return known.problem();
    } else if (cause instanceof StreamLimitReachedException) {
      return Problem.of(ProblemCode.CONTENT_TOO_LARGE, "The body exceeds the limit", null);
    } else if (cause instanceof TimeoutException) {
      return Problem.of(
          ProblemCode.LEADER_UNAVAILABLE, "No answer in time; try again in a moment", null);
    } else if (cause instanceof ExceptionWithErrorInfo bad) {
      return Problem.of(ProblemCode.BAD_REQUEST, bad.info().summary(), null);
    }
    log.error("A request failed", cause);
    return Problem.of(ProblemCode.INTERNAL_ERROR, "The reason is in this instance's log", null);
  }
}
