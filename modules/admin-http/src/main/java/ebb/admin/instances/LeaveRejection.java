package ebb.admin.instances;

/** Why an instance does not leave. */
public enum LeaveRejection {
  /** No member has that name. */
  UNKNOWN_INSTANCE,
  /** It is already leaving, or its process is ending anyway. */
  LEAVES_ALREADY,
  /** No instance could lead afterwards. */
  NOBODY_TAKES_OVER,
  /** It is a member, but does not answer. It may or may not leave. */
  NO_ANSWER
}
