package ebb.domain;

/** Which rule gave a drain its timeout. */
public enum TimeoutSource {
  /** Written next to the host, or its address, in the exclude file. */
  HOST_ENTRY("the host's entry"),
  /** Given with the refresh. */
  REQUEST("the request"),
  /**
   * Given with the refresh of a client that follows the drain itself; entries of hosts are ignored.
   */
  CLIENT("the client"),
  /** yarn.resourcemanager.nodemanager-graceful-decommission-timeout-secs. */
  CONFIGURATION("the configuration"),
  /**
   * An administrator's word on this very drain; holds until a refresh gives another one explicitly.
   */
  OPERATOR("an operator");

  private final String words;

  TimeoutSource(String words) {
    this.words = words;
  }

  /** For people, as in: a timeout of 1h from the configuration. */
  public String words() {
    return words;
  }
}
