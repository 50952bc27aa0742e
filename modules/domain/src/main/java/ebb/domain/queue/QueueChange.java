package ebb.domain.queue;

/** What happens to the waiting hosts of a queued drain. Hosts that drain already are left alone. */
public enum QueueChange {
  /** No further host begins until {@link #RESUME}. */
  HOLD,
  RESUME,
  /** Its hosts begin before those of all other queued drains. */
  FIRST,
  /** Its hosts stay in service. */
  CANCEL
}
