package ebb.domain;

/** Why a node became DECOMMISSIONED. */
public enum DecommissionCause {
  /** The drain had nothing left to wait for. */
  READY,
  /** The drain's deadline passed. */
  TIMEOUT,
  /** An administrator ended the drain (FORCEFUL). */
  FORCED,
  /** An administrator decommissioned the node without a drain, or during one (NORMAL). */
  NORMAL
}
