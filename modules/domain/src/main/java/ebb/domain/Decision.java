package ebb.domain;

import java.util.List;

/** The answer of the rules to one command: what to record, or why nothing is recorded. */
public sealed interface Decision {
  /** Record these events, in order, as one atomic write. */
  record Persist(List<NodeEvent> events) implements Decision {
    public Persist {
      events = List.copyOf(events);
    }
  }

  /** The wish is already fulfilled, or the tick is stale; answer success, write nothing. */
  record NoChange(String reason) implements Decision {}

  /** The command breaks a rule; answer with the code, write nothing. */
  record Reject(RejectionCode code, String reason) implements Decision {}

  static Decision persist(NodeEvent event) {
    return new Persist(List.of(event));
  }

  /** Persist what there is, or nothing if there is none. */
  static Decision persistAll(List<NodeEvent> events, String reasonForNone) {
    return events.isEmpty() ? new NoChange(reasonForNone) : new Persist(events);
  }
}
