package ebb.admin.access;

/**
 * What a caller may do. {@link Authentication} gives each caller a role; {@link ApiOperation} names
 * the role that each request needs.
 */
public enum Role {
  /** May read, including what a refresh would do. */
  READER,
  /** May read and change. */
  ADMIN;

  public boolean includes(Role needed) {
    return compareTo(needed) >= 0;
  }
}
