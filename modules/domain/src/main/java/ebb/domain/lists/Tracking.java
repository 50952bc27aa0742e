package ebb.domain.lists;

/** Who tracks the drains of a graceful refresh until they end: YARN's two modes. */
public enum Tracking {
  /** The ResourceManager. Each node's own timeout applies, otherwise the request's. */
  SERVER,
  /**
   * A client, which ends the remaining drains when its time is over. Only the request's timeout
   * applies. The ResourceManager enforces it too, so nothing changes if the client dies.
   */
  CLIENT
}
