package ebb.admin.access;

/**
 * What a caller may do. {@link Authentication} gives each caller a role; {@link ApiOperation} names
 * the role that each request needs.
 */
public enum Role {
  /** Look, also at what a refresh would do. */
  READER,
  /** Look and change. */
  ADMIN;

  public boolean includes(Role needed) {
    return compareTo(needed) >= 0;
  }
}
