package ebb.journal.replay;

import ebb.domain.Drain;
import ebb.domain.LastDrain;
import ebb.domain.provenance.Provenance;
import java.time.Instant;
import java.util.Optional;

/**
 * Which events, or ended drains, of the journal are wanted.
 *
 * @param operation empty for events of any, or of none
 * @param since inclusive; empty for events of all times
 * @param until exclusive; empty as above
 */
public record EventFilter(
    Optional<String> operation, Optional<Instant> since, Optional<Instant> until) {

  public boolean wants(Provenance event) {
    return isOfOperation(event) && isWithin(event.at());
  }

  /** By its end. Of an operation: those that it began, and those that it ended. */
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
