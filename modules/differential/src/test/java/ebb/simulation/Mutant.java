package ebb.simulation;

/**
 * A fault that is put into the simulation's own surroundings, so that the checker can be tested.
 */
enum Mutant {
  NONE,
  /** A crash takes events with it that the journal had acknowledged. */
  FORGET_WRITES,
  /** The nodes' clock goes ahead, so that drains end before their deadline. */
  FIRE_EARLY,
  /** The way to the leader delivers a request twice, without its key. */
  APPLY_TWICE,
  /** Orders get lost on their way to one node, and it is said that it obeyed. */
  SWALLOW_ORDERS,
  /** Another writer's file lets hosts back in, though drains are to be protected. */
  PROTECT_NOTHING
}
