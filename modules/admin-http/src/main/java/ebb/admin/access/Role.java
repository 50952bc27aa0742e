package ebb.admin.access;

/** What a caller may do. */
public enum Role {
  /** Look, also at what a refresh would do. */
  READER,
  /** Look and change. */
  ADMIN;

  public boolean includes(Role needed) {
    return compareTo(needed) >= 0;
  }
}
