package ebb.demo.check;

/**
 * A promise that a journal shows as broken.
 *
 * @param subject the node or operation that it is about
 * @param words what is wrong, for people
 */
public record Breach(Promise promise, String subject, String words) {

  /** What Ebb promises of its journal. */
  public enum Promise {
    /** The events of a node are numbered without a gap. */
    NO_EVENT_MISSING,
    /** Each drain ends once, before the next one begins. */
    ONE_END_PER_DRAIN,
    /** A drain that ends by its timeout ends at its deadline, and not before. */
    NOT_BEFORE_THE_DEADLINE,
    /** No drain goes on behind its deadline for longer than allowed. */
    NOT_LATE,
    /** A drain starts when its refresh was accepted; nothing moves that. */
    START_NEVER_MOVED,
    /** The timeout that somebody was told of last is in force. */
    LAST_TIMEOUT_IN_FORCE,
    /** What somebody was told is done has been done, and once. */
    DONE_ONCE
  }

  @Override
  public String toString() {
    return promise + " " + subject + ": " + words;
  }
}
