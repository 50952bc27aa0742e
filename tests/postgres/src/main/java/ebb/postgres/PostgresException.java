package ebb.postgres;

/** The server cannot be started or stopped. The message is for users of the test or demo. */
public final class PostgresException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  PostgresException(String message) {
    super(message);
  }

  PostgresException(String message, Throwable cause) {
    super(message, cause);
  }
}
