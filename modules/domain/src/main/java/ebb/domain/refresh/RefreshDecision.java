package ebb.domain.refresh;

import ebb.domain.lists.HostLists;
import ebb.domain.lists.Operation;

/** The decision on a refresh; only {@link Planned} writes anything. */
public sealed interface RefreshDecision {
  /**
   * Commit this plan and carry it out. It may be empty, because lists can change without affecting
   * a node.
   */
  record Planned(RefreshPlan plan) implements RefreshDecision {}

  /**
   * A dry run: this would be planned.
   *
   * @param token the token with which exactly this plan can be requested
   * @param lists the lists that the refresh would put in force
   * @param listVersion the version that the refresh would get
   */
  record Shown(RefreshPlan plan, PlanToken token, HostLists lists, long listVersion)
      implements RefreshDecision {}

  /** There is no drain to end, and therefore no operation. */
  record NothingToDo() implements RefreshDecision {}

  /** The same request was accepted before; the answer is that of its operation. */
  record Repeated(Operation operation) implements RefreshDecision {}

  /** The request breaks a rule. The lists in force stay unchanged. */
  record Refused(Refusal code, String reason) implements RefreshDecision {}

  /** Why the rules reject a refresh. */
  enum Refusal {
    /**
     * The lists were in force earlier and have been replaced; the request does not accept older
     * lists.
     */
    OLDER_LISTS,
    /** It is not known yet whether protected drains are running; it will be shortly. */
    NODES_NOT_SEEN,
    /** The key belongs to another request. */
    KEY_REUSED,
    /** The request is for the plan of a dry run, and the plan has changed since. */
    PLAN_CHANGED,
    /** The operation whose drains are to be ended is unknown, or no longer retained. */
    UNKNOWN_OPERATION
  }
}
