package ebb.journal.replay;

import ebb.domain.Drain;
import ebb.domain.LastDrain;
import ebb.domain.provenance.Provenance;
import java.time.Instant;
import java.util.Optional;

/**
 * Selects events, or ended drains, of the journal.
 *
 * @param operation empty for all events, also those without an operation
 * @param since inclusive; empty for no limit
 * @param until exclusive; empty for no limit
 */
public record EventFilter(
    Optional<String> operation, Optional<Instant> since, Optional<Instant> until) {

  public boolean wants(Provenance event) {
    return isOfOperation(event) && isWithin(event.at());
  }

  /**
   * Whether to include an ended drain. The time is that of its end. An operation's drains are those
   * that it started and those that it ended.
   */
  public boolean wants(LastDrain drain) {
    return (isOfOperation(drain.by())
            || drain.drain().map(Drain::askedBy).filter(this::isOfOperation).isPresent())
        && isWithin(drain.by().at());
  }

  private boolean isOfOperation(Provenance by) {
    return operation.isEmpty() || by.operationId().equals(operation);
  }

  private boolean isWithin(Instant time) {
    return since.filter(time::isBefore).isEmpty()
        && until.filter(to -> !time.isBefore(to)).isEmpty();
  }
}
