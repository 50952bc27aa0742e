package ebb.admin;

import org.jspecify.annotations.Nullable;

/** A request that is answered with a problem document. */
final class ProblemException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ProblemCode code;
  private final @Nullable String field;

  ProblemException(ProblemCode code, String detail) {
    this(code, detail, null);
  }

  /**
   * @param field the field or parameter that is wrong, if it is one
   */
  ProblemException(ProblemCode code, String detail, @Nullable String field) {
    super(detail);
    this.code = code;
    this.field = field;
  }

  ProblemCode code() {
    return code;
  }

  Problem problem() {
    return Problem.of(code, String.valueOf(getMessage()), field);
  }
}
