package ebb.domain.queue;

/** Why the queue of drains was not changed; the admin API maps each code to one HTTP status. */
public enum QueueRejection {
  /** No node of a host is known, and the request does not allow unknown hosts. */
  UNKNOWN_HOST,
  /** A host waits already. */
  ALREADY_QUEUED,
  /** All hosts are excluded already. */
  ALREADY_EXCLUDED,
  /** No host could begin in the requested time. */
  WINDOW_CLOSED,
  /** There is no window of the requested name. */
  UNKNOWN_WINDOW,
  /** Less capacity is in service than is to be kept. */
  CAPACITY_MISSING,
  /** There is no such queued drain; its last host may have begun. */
  UNKNOWN_QUEUED_DRAIN,
  /** An operator has to confirm the request, and it asks for a rejection in this case. */
  CONFIRMATION_REQUIRED,
  /** Too many drains or hosts are queued. */
  QUEUE_FULL,
  /** The journal cannot be written now. */
  JOURNAL_UNAVAILABLE
}
