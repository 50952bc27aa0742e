package ebb.hosts;

/** Why the exclude file was not edited; the admin API maps each code to one HTTP status. */
public enum EditRejection {
  /** The configuration names no exclude file. */
  NOT_CONFIGURED,
  /** The configuration cannot be read. */
  CONFIGURATION_UNREADABLE,
  /** The file is missing or malformed before the edit; the reason names file and line. */
  LIST_UNREADABLE,
  /**
   * The lists in the files were in force earlier and have been replaced: this may be a stale copy.
   */
  OLDER_LISTS,
  /** One of the hosts has no node, and the request does not allow unknown hosts. */
  UNKNOWN_HOST,
  /** An operator has to confirm the edit, and the request asks for a rejection in this case. */
  CONFIRMATION_REQUIRED,
  /** The edit is for the plan of a dry run, and the plan has changed since. */
  PLAN_CHANGED,
  /** The file has changed since the version that the edit was made for. */
  LISTS_CHANGED,
  /** The file's format cannot express the edit, or not without changing what is to stay. */
  NOT_EDITABLE,
  /** The file system rejects the edit. */
  NOT_WRITABLE,
  /** The file has been locked by another thread or process for too long. */
  BUSY,
  /** The journal cannot be written now, so the file was not read. */
  JOURNAL_UNAVAILABLE,
  /** The file system does not respond; it is not known whether the file was edited. */
  UNKNOWN
}
