package ebb.hosts;

/** A list or the configuration cannot be used; the message names file, line and reason. */
public final class ListSourceException extends Exception {
  private static final long serialVersionUID = 1L;

  private final RefreshRejection code;

  public ListSourceException(RefreshRejection code, String message) {
    super(message);
    this.code = code;
  }

  public RefreshRejection code() {
    return code;
  }
}
