package ebb.domain;

/** What ended a node's service with DECOMMISSIONED. */
public enum DecommissionCause {
  /** The drain had nothing left to wait for. */
  READY,
  /** The drain's deadline passed. */
  TIMEOUT,
  /** An administrator ended the drain (FORCEFUL). */
  FORCED,
  /** An administrator decommissioned without a drain, or through one (NORMAL). */
  NORMAL
}
