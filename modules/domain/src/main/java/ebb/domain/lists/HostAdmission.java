package ebb.domain.lists;

/** Whether the lists allow a node, and by which rule. */
public enum HostAdmission {
  ALLOWED,
  /** The exclude list names its host. */
  EXCLUDED_BY_HOST,
  /** The exclude list names its IP. */
  EXCLUDED_BY_IP,
  /** There is an include list, and it names neither host nor IP. */
  NOT_INCLUDED;

  public boolean isDisallowed() {
    return this != ALLOWED;
  }

  /** Whether an entry of the exclude list decided. */
  public boolean isByExcludeList() {
    return this == EXCLUDED_BY_HOST || this == EXCLUDED_BY_IP;
  }
}
