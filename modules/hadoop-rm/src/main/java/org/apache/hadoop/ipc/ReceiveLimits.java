package org.apache.hadoop.ipc;

/** Decides what a server may receive. Called by any of its reading threads. */
public interface ReceiveLimits {

  /**
   * Called before memory for a request is allocated.
   *
   * @param bytes as announced by the peer, so it may be negative
   * @throws RefusedRequestException if the memory must not be allocated
   */
  void announced(LimitedConnection connection, int bytes);

  /**
   * Called when a request is complete and is parsed next: at least its headers become objects.
   *
   * @throws RefusedRequestException if it must not be parsed
   */
  void came(LimitedConnection connection, byte[] request);

  /** Called when the connection is closed because of a refusal or a lack of memory. */
  void closed(LimitedConnection connection, String reason);
}
