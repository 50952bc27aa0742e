package ebb.hosts;

import ebb.domain.refresh.RefreshDecision;

/** Why a refresh was refused; the admin API maps each code to one HTTP status. */
public enum RefreshRejection {
  /** A list is missing, unreadable or malformed; the reason names file and line. */
  LIST_UNREADABLE,
  /** The configuration cannot be read, or a value in it is wrong. */
  CONFIGURATION_UNREADABLE,
  /**
   * The lists were in force once and were replaced; the request does not say that this is meant.
   */
  OLDER_LISTS,
  /** Whether drains run that are to be left alone is not known yet; try again. */
  NODES_NOT_SEEN,
  /** The key belongs to another request. */
  KEY_REUSED,
  /** It would do what an operator is asked about first, and asks to be refused then. */
  CONFIRMATION_REQUIRED,
  /** The request is for the plan of a dry run, and the plan is another one by now. */
  PLAN_CHANGED,
  /** The operation whose drains are to be ended is not known, or not kept any longer. */
  UNKNOWN_OPERATION,
  /** Too many refreshes wait already; nothing was read or changed. */
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
