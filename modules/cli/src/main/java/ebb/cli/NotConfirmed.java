package ebb.cli;

/** It needs a confirmation, and there is none. Ends with {@link ExitCode#NOT_CONFIRMED}. */
final class NotConfirmed extends CommandException {
  private static final long serialVersionUID = 1L;

  NotConfirmed(String message, String next) {
    super(message, next);
  }
}
