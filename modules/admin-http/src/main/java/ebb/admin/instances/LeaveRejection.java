package ebb.admin.instances;

/** Why an instance does not leave. */
public enum LeaveRejection {
  /** No member has that name. */
  UNKNOWN_INSTANCE,
  /** It has been told so before, or its process ends anyway. */
  LEAVES_ALREADY,
  /** Nobody could lead afterwards. */
  NOBODY_TAKES_OVER,
  /** It is a member and does not answer; it may leave or not. */
  NO_ANSWER
}
