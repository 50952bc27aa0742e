package ebb.domain;

/** Which rule gave a drain its timeout. */
public enum TimeoutSource {
  /** Written next to the host, or its address, in the exclude file. */
  HOST_ENTRY,
  /** Given with the refresh. */
  REQUEST,
  /** yarn.resourcemanager.nodemanager-graceful-decommission-timeout-secs. */
  CONFIGURATION
}
