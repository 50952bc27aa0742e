package ebb.cli.options;

import ebb.cli.client.CommandException;
import ebb.cli.terminal.ExitCode;

/**
 * Thrown if a required confirmation is missing. The command ends with {@link
 * ExitCode#NOT_CONFIRMED}.
 */
public final class NotConfirmed extends CommandException {
  private static final long serialVersionUID = 1L;

  NotConfirmed(String message, String next) {
    super(message, next);
  }
}
