package ebb.cli;

/** The ResourceManager answered, and did not do it. */
final class Refusal extends CommandException {
  private static final long serialVersionUID = 1L;

  private final int status;
  private final String code;

  private Refusal(int status, String code, String message, String next) {
    super(message, next);
    this.status = status;
    this.code = code;
  }

  static Refusal of(int status, String code, String detail) {
    return new Refusal(status, code, detail + " (" + code + ")", next(status, code));
  }

  int status() {
    return status;
  }

  boolean is(String problem) {
    return code.equals(problem);
  }

  private static String next(int status, String code) {
    return switch (code) {
      case "unauthenticated" -> "name a token with --token-file or EBB_TOKEN, or a certificate";
      case "forbidden" -> "use a token or certificate of the role admin";
      case "node-not-found" -> "'ebb nodes' lists those that are known";
      case "operation-not-found" -> "'ebb operations' lists those that are kept";
      case "older-lists" -> "bring the files up to date, or add --accept-older to go back to them";
      case "idempotency-key-reused" -> "use another key for another request";
      case "lists-changed" -> "try again";
      default ->
          status >= 500
              ? "try again, and look into the ResourceManager's log"
              : "correct the command";
    };
  }
}
