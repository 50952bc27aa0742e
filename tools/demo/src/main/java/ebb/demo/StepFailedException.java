package ebb.demo;

/** A step had another result than expected. The message is for users. */
public final class StepFailedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  StepFailedException(String message) {
    super(message);
  }

  StepFailedException(int number, String title, Throwable cause) {
    super(
        "Step " + number + " (" + title + ") did not turn out as said: " + cause.getMessage(),
        cause);
  }
}
