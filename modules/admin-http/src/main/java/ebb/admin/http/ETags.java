package ebb.admin.http;

import akka.http.javadsl.model.HttpHeader;
import akka.http.javadsl.model.HttpRequest;
import akka.http.javadsl.model.headers.ETag;
import akka.http.javadsl.model.headers.EntityTag;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The hash of a file as the entity tag of HTTP's conditional requests. */
public final class ETags {
  private static final String HEADER = "If-Match";
  private static final Pattern ONE_STRONG_TAG = Pattern.compile("\"([^\"]*)\"");

  private ETags() {}

  public static HttpHeader of(String hash) {
    return ETag.create(EntityTag.create(hash, false));
  }

  /**
   * The hash of the file that a change is meant for.
   *
   * @throws ProblemException if the request does not name exactly one; a caller who has not seen a
   *     list cannot mean to change it
   */
  public static String expected(HttpRequest request) {
    Optional<String> value = request.getHeader(HEADER).map(HttpHeader::value);
    Matcher tag = ONE_STRONG_TAG.matcher(value.orElse(""));
    if (tag.matches()) {
      return tag.group(1);
    }
    throw new ProblemException(
        ProblemCode.PRECONDITION_REQUIRED,
        "Send the header If-Match with the one ETag that GET /api/v1/lists answered with");
  }
}
