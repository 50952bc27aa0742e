package ebb.cli.client;

import ebb.cli.terminal.ExitCode;

/**
 * Thrown if a command fails. The command ends with {@link ExitCode#FAILURE}, and its user sees only
 * the message, unless {@code --verbose} is given.
 */
public class CommandException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message one line: what went wrong, and what to do about it
   */
  public CommandException(String message) {
    super(message);
  }

  /**
   * @param message one line: what went wrong
   * @param next one line: what to do about it; empty if the message says so
   */
  public CommandException(String message, String next) {
    super(next.isEmpty() ? message : message + "; " + next);
  }

  /**
   * @param message one line: what went wrong, and what to do about it
   * @param cause shown with {@code --verbose}
   */
  public CommandException(String message, Throwable cause) {
    super(message, cause);
  }

  /**
   * @param cause shown with {@code --verbose}
   */
  public CommandException(String message, String next, Throwable cause) {
    super(message + "; " + next, cause);
  }
}
