package ebb.nodeslist;

/** The exclude file was not edited. */
final class ListEditException extends Exception {
  private static final long serialVersionUID = 1L;

  private final EditRejection code;

  ListEditException(EditRejection code, String message) {
    super(message);
    this.code = code;
  }

  EditRejection code() {
    return code;
  }
}
