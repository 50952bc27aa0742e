package ebb.admin;

/** What a caller may do. */
enum Role {
  /** Look, also at what a refresh would do. */
  READER,
  /** Look and change. */
  ADMIN;

  boolean includes(Role needed) {
    return compareTo(needed) >= 0;
  }
}
