package ebb.admin.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * A refusal in the form of RFC 9457.
 *
 * @param code stable, for programs
 * @param detail one sentence on this very request, for people
 * @param field the field or parameter that is wrong, if it is one
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record Problem(
    String type, String title, int status, String code, String detail, @Nullable String field) {

  static Problem of(ProblemCode code, String detail, @Nullable String field) {
    return new Problem(
        "urn:ebb:problem:" + code.code(), code.title(), code.status(), code.code(), detail, field);
  }

  /** For what HTTP itself has a finer status. */
  Problem withStatus(int finer) {
    return new Problem(type, title, finer, code, detail, field);
  }
}
