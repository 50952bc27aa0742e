package ebb.simulation.environment;

/** The current faults, with counts, because the same fault may begin again while it lasts. */
public final class Conditions {
  public int journalDown;
  public int journalSlow;
  public int networkBad;
  public int listsUnreadable;

  public void heal() {
    journalDown = 0;
    journalSlow = 0;
    networkBad = 0;
    listsUnreadable = 0;
  }
}
