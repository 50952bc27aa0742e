package ebb.domain.lists;

/** YARN's three kinds of refreshNodes (DecommissionType of its admin protocol). */
public enum RefreshType {
  /** Re-read the lists; what is excluded ends at once. */
  NORMAL,
  /** Re-read the lists; what is excluded drains. */
  GRACEFUL,
  /** Do not read the lists; what drains ends at once. */
  FORCEFUL
}
