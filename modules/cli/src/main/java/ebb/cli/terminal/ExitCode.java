package ebb.cli.terminal;

/** The exit codes of the ebb command; scripts may rely on them. */
public final class ExitCode {
  /** Done. */
  public static final int OK = 0;

  /** Failed; one line on standard error says why and what to do. */
  public static final int FAILURE = 1;

  /** The command line is wrong; nothing was tried. */
  public static final int USAGE = 2;

  /** Watched to its end, but a node that should have left is in service again. */
  public static final int NOT_AS_ASKED = 3;

  /** Not confirmed: the command cannot be undone, or takes much out of service. */
  public static final int NOT_CONFIRMED = 4;

  /** The allowed waiting time has passed before the goal was reached. */
  public static final int TIMED_OUT = 5;

  /** Ended by Ctrl-C, as with any command: 128 and the number of SIGINT. */
  public static final int INTERRUPTED = 130;

  private ExitCode() {}
}
