package ebb.domain;

import java.util.List;

/** The rules' decision on one command: which events to record, or why none are recorded. */
public sealed interface Decision {
  /** Record these events, in order, as one atomic write. */
  record Persist(List<NodeEvent> events) implements Decision {
    public Persist {
      events = List.copyOf(events);
    }
  }

  /** The command changes nothing, or the tick is stale. Reply with success and write nothing. */
  record NoChange(String reason) implements Decision {}

  /** The command breaks a rule. Reply with the code and write nothing. */
  record Reject(RejectionCode code, String reason) implements Decision {}

  static Decision persist(NodeEvent event) {
    return new Persist(List.of(event));
  }

  /** {@link Persist} with these events, or {@link NoChange} if there are none. */
  static Decision persistAll(List<NodeEvent> events, String reasonForNone) {
    return events.isEmpty() ? new NoChange(reasonForNone) : new Persist(events);
  }
}
