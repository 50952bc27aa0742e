package ebb.domain;

/** Which rule set a drain's timeout. */
public enum TimeoutSource {
  /** Written next to the host, or its address, in the exclude file. */
  HOST_ENTRY("the host's entry"),
  /** Given with the refresh. */
  REQUEST("the request"),
  /** Given with the refresh by a client that tracks the drain itself. Host entries are ignored. */
  CLIENT("the client"),
  /** yarn.resourcemanager.nodemanager-graceful-decommission-timeout-secs. */
  CONFIGURATION("the configuration"),
  /**
   * Set by an operator for this drain. It holds until a refresh gives another timeout explicitly.
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
