package ebb.simulation;

/** The current faults, with counts, because the same fault may begin again while it lasts. */
final class Conditions {
  int journalDown;
  int journalSlow;
  int networkBad;
  int listsUnreadable;

  void heal() {
    journalDown = 0;
    journalSlow = 0;
    networkBad = 0;
    listsUnreadable = 0;
  }
}
