package ebb.domain.refresh;

import ebb.domain.lists.HostLists;
import ebb.domain.lists.Operation;

/** What becomes of a refresh; only a planned one writes anything. */
public sealed interface RefreshDecision {
  /**
   * Commit this plan, and carry it out; it may hold nothing, as lists can change without a node.
   */
  record Planned(RefreshPlan plan) implements RefreshDecision {}

  /**
   * A dry run: this would be planned.
   *
   * @param token by which exactly this plan can be asked for
   * @param lists that the refresh would put in force
   * @param listVersion that it would get
   */
  record Shown(RefreshPlan plan, PlanToken token, HostLists lists, long listVersion)
      implements RefreshDecision {}

  /** There is no drain to end, so that there is no operation either. */
  record NothingToDo() implements RefreshDecision {}

  /** The same request was accepted before, and its answer is that of then. */
  record Repeated(Operation operation) implements RefreshDecision {}

  /** The request breaks a rule; the lists in force stay. */
  record Refused(Refusal code, String reason) implements RefreshDecision {}

  /** Why the rules refuse a refresh. */
  enum Refusal {
    /** The lists were in force once and were replaced; the request does not say it is meant. */
    OLDER_LISTS,
    /** Whether drains run that are to be left alone is not known yet; it is in a moment. */
    NODES_NOT_SEEN,
    /** The key belongs to another request. */
    KEY_REUSED,
    /** The request is for the plan of a dry run, and the plan is another one by now. */
    PLAN_CHANGED,
    /** The operation whose drains are to be ended is not known, or not kept any longer. */
    UNKNOWN_OPERATION
  }
}
