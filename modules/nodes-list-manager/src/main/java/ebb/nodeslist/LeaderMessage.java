package ebb.nodeslist;

/** What the leader hears from its own parts. */
sealed interface LeaderMessage extends LeaderCommand {

  record TermTaken(long term) implements LeaderMessage {}

  /** The database is away; it is asked again. */
  record TermNotTaken(String reason) implements LeaderMessage {}

  /**
   * The journal shows another leader.
   *
   * @param by its term
   */
  record Superseded(long by) implements LeaderMessage {}

  /**
   * The NodesListManager has begun with a command that it was passed; with a question that it asks
   * others itself, answered it.
   *
   * @param number of {@link ManagerMessage.Passed}
   */
  record Taken(long number) implements LeaderMessage {}

  enum Signal implements LeaderMessage {
    TAKE_TERM,
    MEMBERSHIP_CHANGED,
    /** The NodesListManager has recovered, and the lists are known. */
    MANAGER_READY
  }

  /** The first start could not read the lists. */
  record StartRefused(String reason) implements LeaderMessage {}
}
