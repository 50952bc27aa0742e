package ebb.domain;

/** Why a command was rejected. */
public enum RejectionCode {
  /** The node is not in the register. */
  UNKNOWN_NODE,
  /** The lists in force do not allow the host. */
  HOST_DISALLOWED,
  /** The node is in a state in which the command does not apply. */
  NODE_INACTIVE,
  /** The command applies to a drain, but the node is not draining. */
  NOT_DRAINING,
  /** An operator holds the drain, so it has no timeout that could change. */
  DRAIN_HELD,
  /** The command would end a drain at once, and requires a confirmation for that. */
  CONFIRMATION_REQUIRED,
  /** The drain, or its timeout, is another one than the command expects. */
  DRAIN_CHANGED,
  /** The journal cannot be written, or did not confirm the change. */
  JOURNAL_UNAVAILABLE,
  /** The command belongs to an earlier leader or registration, or predates a newer refresh. */
  STALE
}
