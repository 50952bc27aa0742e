package ebb.admin.http;

import org.jspecify.annotations.Nullable;

/** Thrown for a request that is answered with a problem document. */
public final class ProblemException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ProblemCode code;
  private final @Nullable String field;

  public ProblemException(ProblemCode code, String detail) {
    this(code, detail, null);
  }

  /**
   * @param field the wrong field or parameter; null if the problem is another one
   */
  public ProblemException(ProblemCode code, String detail, @Nullable String field) {
    super(detail);
    this.code = code;
    this.field = field;
  }

  public ProblemCode code() {
    return code;
  }

  /** The wrong field or parameter; null if the problem is another one. */
  public @Nullable String field() {
    return field;
  }

  public Problem problem() {
    return Problem.of(code, String.valueOf(getMessage()), field);
  }
}
