package ebb.journal.feed;

/** A follower cannot continue from a position. */
public final class PositionException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final boolean forgotten;

  private PositionException(String message, boolean forgotten) {
    super(message);
    this.forgotten = forgotten;
  }

  public static PositionException unknown(EventPosition position) {
    return new PositionException(
        "This journal has never given out the position " + position, false);
  }

  public static PositionException forgotten(EventPosition position, EventPosition first) {
    return new PositionException(
        "The journal does not keep the position "
            + position
            + " any longer: the first event that it keeps is at "
            + first,
        true);
  }

  /** Whether the journal no longer has its beginning, and with it the position. */
  public boolean isForgotten() {
    return forgotten;
  }
}
