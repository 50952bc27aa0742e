package ebb.domain.lists;

/** Who follows the drains of a graceful refresh to their end; YARN's two modes. */
public enum Tracking {
  /** The ResourceManager: each node's own timeout counts, then the request's. */
  SERVER,
  /**
   * A client, which ends what is left when its time is over. Only the request's timeout counts. The
   * ResourceManager keeps it too, so that nothing changes if the client dies.
   */
  CLIENT
}
