package ebb.demo;

/** A step did not turn out as said. The message is meant for people. */
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
