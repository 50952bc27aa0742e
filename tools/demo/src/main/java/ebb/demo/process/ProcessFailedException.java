package ebb.demo.process;

import java.util.List;

/** A process failed. The message is for users. */
public final class ProcessFailedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public ProcessFailedException(String message) {
    super(message);
  }

  ProcessFailedException(String message, List<String> lastWords) {
    super(message + "\n    " + String.join("\n    ", lastWords));
  }
}
