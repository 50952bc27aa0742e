package org.apache.hadoop.ipc;

/** Closes the connection that is being read. */
public final class RefusedRequestException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /**
   * @param message the reason, as it continues "closed, because ..."
   */
  public RefusedRequestException(String message) {
    super(message, null, false, false);
  }

  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }
}
