package ebb.hosts;

/** The exclude file was not edited. */
public final class ListEditException extends Exception {
  private static final long serialVersionUID = 1L;

  private final EditRejection code;

  public ListEditException(EditRejection code, String message) {
    super(message);
    this.code = code;
  }

  public EditRejection code() {
    return code;
  }
}
