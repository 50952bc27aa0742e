package ebb.domain.provenance;

/** Where the wish or the fact came from that led to an event. */
public enum Origin {
  /** The admin API. */
  HTTP,
  /** Hadoop's admin protocol, as {@code yarn rmadmin} speaks it. */
  RPC,
  /** A deadline, or the end of what a draining node waited for. */
  TIMER,
  /** What a NodeManager reported while it runs. */
  HEARTBEAT,
  /** A NodeManager that registers. */
  REGISTRATION,
  /** A NodeManager that unregisters. */
  UNREGISTRATION,
  /** A NodeManager that fell silent. */
  EXPIRY,
  /** The first start on an empty journal. */
  START
}
