package ebb.domain.lists;

/**
 * What an operation is: one of YARN's three kinds of refreshNodes (DecommissionType of its admin
 * protocol), or Ebb's own.
 */
public enum RefreshType {
  /** Re-read the lists; what is excluded ends at once. */
  NORMAL,
  /** Re-read the lists; what is excluded drains. */
  GRACEFUL,
  /** Do not read the lists; what drains ends at once. */
  FORCEFUL,
  /** Give one drain another timeout. No request to refresh has this type. */
  CHANGE_TIMEOUT;

  /** Whether it is a refresh, which can be asked for as such. */
  public boolean isRefresh() {
    return this != CHANGE_TIMEOUT;
  }
}
