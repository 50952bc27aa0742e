package ebb.domain.lists;

/**
 * The type of an operation: one of YARN's three kinds of refreshNodes (DecommissionType of its
 * admin protocol), or Ebb's own.
 */
public enum RefreshType {
  /** Re-read the lists and end the service of excluded nodes at once. */
  NORMAL,
  /** Re-read the lists and drain excluded nodes. */
  GRACEFUL,
  /** Do not read the lists; end running drains at once. */
  FORCEFUL,
  /** Change the timeout of one drain. No refresh request has this type. */
  CHANGE_TIMEOUT;

  /** Whether it is a refresh, and thus valid in a refresh request. */
  public boolean isRefresh() {
    return this != CHANGE_TIMEOUT;
  }
}
