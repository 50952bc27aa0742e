package ebb.simulation;

/** A fault injected into the surroundings of Ebb's rules, to test the checker. */
enum Mutant {
  NONE,

  // ---- journal and fencing ----

  /** A crash loses events that the journal had acknowledged. */
  FORGET_WRITES,
  /** The journal acknowledges what it writes only later. */
  ACKNOWLEDGE_EARLY,
  /** The journal loses its newest events without any fault. */
  LOSE_TAIL,
  /** The journal keeps something other than what was written. */
  MISWRITE,
  /** The journal keeps one second too many of a drain's wait for a report. */
  MISCOUNT,
  /**
   * The journal accepts two events with the same number, and the lead is taken without the lease.
   */
  SKIP_FENCING,
  /** All leaders have the same term. */
  SAME_TERM,
  /** The nodes of an evicted instance keep writing. */
  KEEP_WRITING,

  // ---- clocks ----

  /** All of Ebb's clocks are slow, so that what it writes is older than the request. */
  STAMP_EARLY,

  // ---- the node's actor and its watcher ----

  /** The nodes' clock is fast, so that drains end before their deadline. */
  FIRE_EARLY,
  /** The nodes' clock is slow, so that drains end after their deadline. */
  FIRE_LATE,
  /** The node is told that nothing runs. */
  REPORT_IDLE,
  /** A drain starts later than its refresh was accepted. */
  MOVE_START,
  /** A drain gets another timeout than was decided. */
  OTHER_TIMEOUT,
  /** A node ends at once instead of draining. */
  END_AT_ONCE,
  /** A NodeManager is admitted without an event in the journal. */
  ADMIT_UNWRITTEN,

  // ---- the NodesListManager and its orders ----

  /** A request reaches the leader twice, without its key. */
  APPLY_TWICE,
  /** Orders to one node are lost, and reported as applied. */
  SWALLOW_ORDERS,
  /** A node learns of a newer operation, but not of its order. */
  CALL_OFF,
  /** A node that should end the drain of one operation is told another one. */
  KEEP_DRAINS,
  /** Queued hosts begin at once, whatever was asked. */
  HURRY,

  // ---- answers and publications ----

  /** A request is answered and not carried out. */
  SAY_DONE,
  /** A changed timeout is answered with the node's state, and the drain keeps its old one. */
  DROP_TIMEOUTS,
  /** A request is rejected and carried out. */
  SAY_REFUSED,
  /** The leader does not learn that a node drains. */
  HIDE_DRAINS,
  /** Answers lack a node. */
  LEAVE_OUT,

  // ---- NodeManagers ----

  /** The answer to a heartbeat ends containers of a node in service. */
  KILL_CONTAINERS
}
