package ebb.domain;

/** Why a command was refused. */
public enum RejectionCode {
  /** The register has no such node. */
  UNKNOWN_NODE,
  /** The lists in force do not allow the host. */
  HOST_DISALLOWED,
  /** The node is in a state in which the command has no meaning. */
  NODE_INACTIVE,
  /** The command is on a drain, and the node is not draining. */
  NOT_DRAINING,
  /** It would end a drain at once, and asks to be refused then. */
  CONFIRMATION_REQUIRED,
  /** The journal cannot be written, or did not confirm the change. */
  JOURNAL_UNAVAILABLE,
  /** It comes from an earlier leader or registration, or from before a newer refresh. */
  STALE
}
