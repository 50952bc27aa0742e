package ebb.hosts;

import ebb.domain.refresh.RefreshDecision;

/** Why a refresh was rejected; the admin API maps each code to one HTTP status. */
public enum RefreshRejection {
  /** A list is missing, unreadable or malformed; the reason names file and line. */
  LIST_UNREADABLE,
  /** The configuration cannot be read, or a value in it is wrong. */
  CONFIGURATION_UNREADABLE,
  /**
   * The lists were in force earlier and have been replaced; the request does not accept older
   * lists.
   */
  OLDER_LISTS,
  /** It is not known yet whether protected drains are running; try again. */
  NODES_NOT_SEEN,
  /** The key belongs to another request. */
  KEY_REUSED,
  /** An operator has to confirm the refresh, and the request asks for a rejection in this case. */
  CONFIRMATION_REQUIRED,
  /** The request is for the plan of a dry run, and the plan has changed since. */
  PLAN_CHANGED,
  /** The operation whose drains are to be ended is unknown, or no longer retained. */
  UNKNOWN_OPERATION,
  /** Too many refreshes are already waiting; nothing was read or changed. */
  TOO_MANY_REFRESHES,
  /** The plan could not be written; try again. */
  JOURNAL_UNAVAILABLE;

  public static RefreshRejection of(RefreshDecision.Refusal refusal) {
    return switch (refusal) {
      case OLDER_LISTS -> OLDER_LISTS;
      case NODES_NOT_SEEN -> NODES_NOT_SEEN;
      case KEY_REUSED -> KEY_REUSED;
      case PLAN_CHANGED -> PLAN_CHANGED;
      case UNKNOWN_OPERATION -> UNKNOWN_OPERATION;
    };
  }
}
