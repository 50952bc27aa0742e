package ebb.admin.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * A refusal in the form of RFC 9457.
 *
 * @param code stable, for programs
 * @param detail one sentence about this particular request, for people
 * @param field the wrong field or parameter; null if the problem is another one
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record Problem(
    String type, String title, int status, String code, String detail, @Nullable String field) {

  static Problem of(ProblemCode code, String detail, @Nullable String field) {
    return new Problem(
        "urn:ebb:problem:" + code.code(), code.title(), code.status(), code.code(), detail, field);
  }

  /** The same problem with a more specific status of HTTP. */
  Problem withStatus(int finer) {
    return new Problem(type, title, finer, code, detail, field);
  }
}
