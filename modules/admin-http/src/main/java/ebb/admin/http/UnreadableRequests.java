package ebb.admin.http;

import akka.event.LoggingAdapter;
import akka.http.ParsingErrorHandler;
import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.StatusCodes;
import akka.http.scaladsl.model.ErrorInfo;
import akka.http.scaladsl.model.StatusCode;
import akka.http.scaladsl.settings.ServerSettings;
import ebb.domain.text.LinesPerMinute;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Answers requests that are not HTTP, or exceed the limits of lines and headers. Akka HTTP finds
 * this class by its name.
 */
public final class UnreadableRequests extends ParsingErrorHandler {
  /** The instance, under the name where Akka looks for a Scala object. */
  @SuppressWarnings("unused")
  public static final UnreadableRequests MODULE$ = new UnreadableRequests();

  private static final Pattern TOO_MANY_HEADERS =
      Pattern.compile("more than the configured limit of \\d+ headers");

  private static final LinesPerMinute LINES = new LinesPerMinute(600, System::nanoTime);

  private UnreadableRequests() {}

  /** Answers with the specific status of HTTP, such as 414 or 431. */
  @Override
  public HttpResponse handle(
      StatusCode status, ErrorInfo error, LoggingAdapter log, ServerSettings settings) {
    LINES.write(
        line -> log.warning("{}", line),
        "unreadable",
        Optional.empty(),
        "Refused a request that cannot be read: " + error.summary());
    akka.http.javadsl.model.StatusCode finer =
        hasTooManyHeaders(error) ? StatusCodes.REQUEST_HEADER_FIELDS_TOO_LARGE : status;
    return JsonResponses.response(
        Problem.of(ProblemCode.BAD_REQUEST, finer.reason(), null).withStatus(finer.intValue()));
  }

  /** Akka reports this case with status 400, so only its message identifies it. */
  private static boolean hasTooManyHeaders(ErrorInfo error) {
    return TOO_MANY_HEADERS.matcher(error.summary()).find();
  }
}
