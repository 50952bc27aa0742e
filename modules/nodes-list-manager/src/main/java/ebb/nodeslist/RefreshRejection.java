package ebb.nodeslist;

/** Why a refresh was refused; the admin API maps each code to one HTTP status. */
public enum RefreshRejection {
  /** A list is missing, unreadable or malformed; the reason names file and line. */
  LIST_UNREADABLE,
  /** The configuration cannot be read, or a value in it is wrong. */
  CONFIGURATION_UNREADABLE,
  /** Too many refreshes wait already; nothing was read or changed. */
  TOO_MANY_REFRESHES,
  /** The plan could not be written; try again. */
  JOURNAL_UNAVAILABLE
}
