package ebb.domain.provenance;

/** The source of the request or observation that led to an event. */
public enum Origin {
  /** The admin API. */
  HTTP,
  /** Hadoop's admin protocol, as used by {@code yarn rmadmin}. */
  RPC,
  /** A deadline, or the end of what a draining node waited for. */
  TIMER,
  /** A report of a running NodeManager. */
  HEARTBEAT,
  /** A NodeManager that registers. */
  REGISTRATION,
  /** A NodeManager that unregisters. */
  UNREGISTRATION,
  /** A NodeManager that stopped sending heartbeats. */
  EXPIRY,
  /** The first start on an empty journal. */
  START
}
