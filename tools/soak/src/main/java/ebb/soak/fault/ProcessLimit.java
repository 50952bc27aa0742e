package ebb.soak.fault;

import java.io.IOException;
import java.util.Locale;

/** A resource limit of a running process. */
public enum ProcessLimit {
  /** Every write to a file fails. */
  FSIZE(0),
  /**
   * No file or socket can be opened beyond standard input, output and error. With a limit of 0 poll
   * would fail, too.
   */
  NOFILE(3);

  private final int least;

  ProcessLimit(int least) {
    this.least = least;
  }

  /** Whether this machine has the necessary command. */
  public static boolean canBeSet() {
    return Commands.exist("prlimit");
  }

  /**
   * @throws IOException if it is not permitted, or the process has ended
   */
  public void takeAll(long pid) throws IOException {
    set(pid, Integer.toString(least));
  }

  /** Raises the limit to the process's hard limit again. */
  public void giveBack(long pid) throws IOException {
    set(pid, Commands.run("prlimit", "--pid=" + pid, option(), "--output=HARD", "--noheadings"));
  }

  /** Sets the soft limit, which is the one enforced. */
  private void set(long pid, String limit) throws IOException {
    Commands.run("prlimit", "--pid=" + pid, option() + "=" + limit + ":");
  }

  private String option() {
    return "--" + name().toLowerCase(Locale.ROOT);
  }
}
