package ebb.soak.fault;

import java.io.IOException;
import java.util.Locale;

/** What the system can let a running process have less of. */
public enum ProcessLimit {
  /** Every write to a file fails. */
  FSIZE(0),
  /** Nothing can be opened, as standard input and output are. With none left, poll fails, too. */
  NOFILE(3);

  private final int least;

  ProcessLimit(int least) {
    this.least = least;
  }

  /** Whether this machine has the command that it takes. */
  public static boolean canBeSet() {
    return Commands.exist("prlimit");
  }

  /**
   * @throws IOException if it may not be done, or the process has ended
   */
  public void takeAll(long pid) throws IOException {
    set(pid, Integer.toString(least));
  }

  /** As much again as the process may have. */
  public void giveBack(long pid) throws IOException {
    set(pid, Commands.run("prlimit", "--pid=" + pid, option(), "--output=HARD", "--noheadings"));
  }

  /** The soft limit, which is the one that counts. */
  private void set(long pid, String limit) throws IOException {
    Commands.run("prlimit", "--pid=" + pid, option() + "=" + limit + ":");
  }

  private String option() {
    return "--" + name().toLowerCase(Locale.ROOT);
  }
}
