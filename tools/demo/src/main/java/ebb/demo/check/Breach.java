package ebb.demo.check;

/**
 * A promise that a journal shows as broken.
 *
 * @param subject the node or operation
 * @param words what is wrong, for people
 */
public record Breach(Promise promise, String subject, String words) {

  /** What Ebb promises of its journal. */
  public enum Promise {
    /** The events of a node have sequence numbers without a gap. */
    NO_EVENT_MISSING,
    /** Each drain ends once, before the next one begins. */
    ONE_END_PER_DRAIN,
    /** A drain that ends by its timeout ends at its deadline, and not before. */
    NOT_BEFORE_THE_DEADLINE,
    /** No drain outlives its deadline by more than is allowed. */
    NOT_LATE,
    /** A drain starts when its refresh was accepted, and its start never moves. */
    START_NEVER_MOVED,
    /** The last acknowledged timeout is in force. */
    LAST_TIMEOUT_IN_FORCE,
    /** What was acknowledged has been done, and done once. */
    DONE_ONCE,
    /** A refused request or a dry run has changed nothing. */
    REFUSED_CHANGES_NOTHING,
    /** If one operation was answered before another was requested, it comes first. */
    ANSWERED_COMES_FIRST,
    /** Terms grow, and in each term only its leader writes for the fleet. */
    ONE_LEADER,
    /** A list of all nodes has each node of the fleet exactly once. */
    EVERY_NODE_IN_EVERY_ANSWER,
    /** What an answer says about a node was true then. */
    ANSWERS_ARE_TRUE,
    /**
     * Each node has done what an operation decided for it. Nothing is done without an operation,
     * and no operation exists that nobody requested.
     */
    AS_DECIDED,
    /** The state of a node is the fold of its events. */
    STATE_OF_THE_EVENTS,
    /** Every instance shows the same history as the journal. */
    SAME_HISTORY,
    /** A NodeManager whose registration was accepted is in service. */
    REGISTERED_IS_IN_SERVICE,
    /** Containers of nodes in service, and of draining nodes, keep running. */
    NO_CONTAINER_KILLED,
    /** No process ends that nobody has stopped. */
    KEEPS_RUNNING
  }

  @Override
  public String toString() {
    return promise + " " + subject + ": " + words;
  }
}
