package ebb.admin;

/** What a caller may do. */
enum Role {
  /** Look. */
  READER,
  /** Look and change. */
  ADMIN;

  boolean includes(Role needed) {
    return compareTo(needed) >= 0;
  }
}
