package ebb.hosts;

/** Why the exclude file was not edited; the admin API maps each code to one HTTP status. */
public enum EditRejection {
  /** The configuration names no exclude file. */
  NOT_CONFIGURED,
  /** The configuration cannot be read. */
  CONFIGURATION_UNREADABLE,
  /** The file is missing or malformed as it is; the reason names file and line. */
  LIST_UNREADABLE,
  /** The lists in the files were in force once and were replaced: it may be a stale copy. */
  OLDER_LISTS,
  /** No node has one of the hosts, and the request does not say that this is meant. */
  UNKNOWN_HOST,
  /** The request wants to be refused if an operator is to be asked first. */
  CONFIRMATION_REQUIRED,
  /** The edit is for the plan of a dry run, and the plan is another one by now. */
  PLAN_CHANGED,
  /** The file is another than the one that the change was made for. */
  LISTS_CHANGED,
  /** The file's format cannot say this, or not without touching what is to stay. */
  NOT_EDITABLE,
  /** The file system refuses. */
  NOT_WRITABLE,
  /** Somebody else has kept the file locked for too long. */
  BUSY,
  /** The journal cannot be written now, so the file was not looked at. */
  JOURNAL_UNAVAILABLE,
  /** The file system does not answer; nobody knows whether the file was edited. */
  UNKNOWN
}
