package ebb.admin;

import akka.event.LoggingAdapter;
import akka.http.ParsingErrorHandler;
import akka.http.javadsl.model.HttpResponse;
import akka.http.scaladsl.model.ErrorInfo;
import akka.http.scaladsl.model.StatusCode;
import akka.http.scaladsl.settings.ServerSettings;

/**
 * Answers what is no HTTP, or exceeds the limits of lines and headers; Akka HTTP finds it by name.
 */
final class UnreadableRequests extends ParsingErrorHandler {
  /** Where Akka looks for a Scala object. */
  @SuppressWarnings("unused")
  public static final UnreadableRequests MODULE$ = new UnreadableRequests();

  private UnreadableRequests() {}

  /** The status is that of HTTP for the case, such as 414 or 431. */
  @Override
  public HttpResponse handle(
      StatusCode status, ErrorInfo error, LoggingAdapter log, ServerSettings settings) {
    log.warning("Refused a request that cannot be read: {}", error.summary());
    return Json.response(
        Problem.of(ProblemCode.BAD_REQUEST, status.reason(), null).withStatus(status.intValue()));
  }
}
