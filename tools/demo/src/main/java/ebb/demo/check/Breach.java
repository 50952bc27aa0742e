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
    DONE_ONCE,
    /** What was refused, or was a dry run, has changed nothing. */
    REFUSED_CHANGES_NOTHING,
    /** Of two operations, one that was answered before the other was asked for comes first. */
    ANSWERED_COMES_FIRST,
    /** Terms grow, and in a term nobody writes for the fleet but its leader. */
    ONE_LEADER,
    /** An answer with all nodes has each node that the fleet has, once. */
    EVERY_NODE_IN_EVERY_ANSWER,
    /** What an answer says of a node was so then. */
    ANSWERS_ARE_TRUE,
    /**
     * What a node did with an operation is what that decided; nothing is done without an operation,
     * and there is none that nobody asked for.
     */
    AS_DECIDED,
    /** A node is what its events make of it. */
    STATE_OF_THE_EVENTS,
    /** Every instance tells the same history, the journal's. */
    SAME_HISTORY,
    /** A NodeManager that was told that it is registered is. */
    REGISTERED_IS_IN_SERVICE,
    /** Containers of a node in service, or draining, go on. */
    NO_CONTAINER_KILLED,
    /** Nothing ends that nobody has ended. */
    KEEPS_RUNNING
  }

  @Override
  public String toString() {
    return promise + " " + subject + ": " + words;
  }
}
