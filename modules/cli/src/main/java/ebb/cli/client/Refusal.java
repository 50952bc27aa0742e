package ebb.cli.client;

import com.fasterxml.jackson.databind.JsonNode;

/** Thrown if the ResourceManager answered, but did not carry out the request. */
public final class Refusal extends CommandException {
  public static final String CONFIRMATION_REQUIRED = "confirmation-required";

  private static final long serialVersionUID = 1L;

  private final int status;
  private final String code;
  private final String detail;

  private Refusal(int status, String code, String detail, String message, String next) {
    super(message, next);
    this.detail = detail;
    this.status = status;
    this.code = code;
  }

  /**
   * @param answer the answer, usually a problem document; missing fields get defaults
   * @param read whether the request only reads
   */
  static Refusal of(int status, JsonNode answer, boolean read) {
    String code = answer.path("code").asText("status " + status);
    String detail = answer.path("detail").asText("refused without a reason");
    String where = answer.hasNonNull("field") ? answer.path("field").asText() + ": " : "";
    return new Refusal(
        status, code, detail, where + detail + " (" + code + ")", next(status, code, detail, read));
  }

  /** What to do next; empty if the ResourceManager's answer already gives the same advice. */
  private static String next(int status, String code, String detail, boolean read) {
    String next = ErrorHints.of(status, code, read);
    return next.startsWith("try again") && detail.contains("try again") ? "" : next;
  }

  /**
   * A refusal because the ResourceManager requires authentication, and there are no credentials.
   *
   * @param cause shown with {@code --verbose}
   */
  static Refusal unauthenticated(String message, String next, Exception cause) {
    Refusal refusal =
        new Refusal(AdminReply.UNAUTHENTICATED, "unauthenticated", message, message, next);
    refusal.initCause(cause);
    return refusal;
  }

  public int status() {
    return status;
  }

  /** The ResourceManager's explanation, a sentence without its full stop. */
  public String detail() {
    return detail;
  }

  public boolean is(String problem) {
    return code.equals(problem);
  }
}
