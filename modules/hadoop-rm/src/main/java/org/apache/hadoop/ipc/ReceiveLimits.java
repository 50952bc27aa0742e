package org.apache.hadoop.ipc;

/** Asked by the threads of a server that read; any of them. */
public interface ReceiveLimits {

  /**
   * Memory for a request is taken next.
   *
   * @param bytes as the peer says, so it may be negative
   * @throws RefusedRequestException if it shall not be taken
   */
  void announced(LimitedConnection connection, int bytes);

  /**
   * A request is complete and becomes objects next: at least its headers.
   *
   * @throws RefusedRequestException if it shall not
   */
  void came(LimitedConnection connection, byte[] request);

  /** The connection is closed for what was refused, or because there was no memory. */
  void closed(LimitedConnection connection, String reason);
}
