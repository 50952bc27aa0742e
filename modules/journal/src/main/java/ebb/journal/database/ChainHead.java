package ebb.journal.database;

/**
 * The newest event of an actor.
 *
 * @param sequenceNumber 0 if there is no event
 */
public record ChainHead(long sequenceNumber, EventHash hash) {
  static final ChainHead NONE = new ChainHead(0, EventHash.NONE);

  /** Whether an event with this number is the actor's next. */
  boolean isBefore(long number) {
    return number == sequenceNumber + 1;
  }
}
