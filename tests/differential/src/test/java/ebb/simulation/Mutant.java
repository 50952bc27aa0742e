package ebb.simulation;

/** A fault that is put into what surrounds Ebb's rules, so that the checker can be tested. */
enum Mutant {
  NONE,

  // ---- journal and fencing ----

  /** A crash takes events with it that the journal had acknowledged. */
  FORGET_WRITES,
  /** The journal acknowledges what it writes only later. */
  ACKNOWLEDGE_EARLY,
  /** The journal loses the newest events while nothing is the matter. */
  LOSE_TAIL,
  /** The journal keeps something else than was written. */
  MISWRITE,
  /** The journal keeps that a drain waited for a report for a second longer. */
  MISCOUNT,
  /** The journal takes two events of the same number, and the lead is taken without the lease. */
  SKIP_FENCING,
  /** All leaders have the same term. */
  SAME_TERM,
  /** The nodes of an instance that the cluster has given up go on writing. */
  KEEP_WRITING,

  // ---- clocks ----

  /** All of Ebb's clocks are behind, so that what it writes is older than what asked for it. */
  STAMP_EARLY,

  // ---- the node's actor and its watcher ----

  /** The nodes' clock goes ahead, so that drains end before their deadline. */
  FIRE_EARLY,
  /** The nodes' clock is behind, so that drains end after their deadline. */
  FIRE_LATE,
  /** The node hears that nothing runs. */
  REPORT_IDLE,
  /** A drain starts later than its refresh was accepted. */
  MOVE_START,
  /** A drain gets another timeout than was decided. */
  OTHER_TIMEOUT,
  /** Instead of draining a node ends at once. */
  END_AT_ONCE,
  /** A NodeManager is admitted without a word in the journal. */
  ADMIT_UNWRITTEN,

  // ---- the NodesListManager and its orders ----

  /** The way to the leader delivers a request twice, without its key. */
  APPLY_TWICE,
  /** Orders get lost on their way to one node, and it is said that it applied it. */
  SWALLOW_ORDERS,
  /** A node hears of a newer operation, and not of what that wants. */
  CALL_OFF,
  /** A node that is to end the drain of an operation is told another one. */
  KEEP_DRAINS,

  // ---- answers and publications ----

  /** A request is answered and not carried out. */
  SAY_DONE,
  /** Another timeout is answered with what the node is, and the drain keeps the one it has. */
  DROP_TIMEOUTS,
  /** A request is refused and carried out. */
  SAY_REFUSED,
  /** The leader does not hear that a node drains. */
  HIDE_DRAINS,
  /** Answers lack a node. */
  LEAVE_OUT,

  // ---- NodeManagers ----

  /** A heartbeat's answer ends containers of a node that serves. */
  KILL_CONTAINERS
}
