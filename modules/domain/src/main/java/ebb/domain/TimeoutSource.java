package ebb.domain;

/** Which rule gave a drain its timeout. */
public enum TimeoutSource {
  /** Written next to the host, or its address, in the exclude file. */
  HOST_ENTRY,
  /** Given with the refresh. */
  REQUEST,
  /**
   * Given with the refresh of a client that follows the drain itself; entries of hosts are ignored.
   */
  CLIENT,
  /** yarn.resourcemanager.nodemanager-graceful-decommission-timeout-secs. */
  CONFIGURATION,
  /**
   * An administrator's word on this very drain; holds until a refresh gives another one explicitly.
   */
  OPERATOR
}
