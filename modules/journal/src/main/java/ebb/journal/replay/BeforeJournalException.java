package ebb.journal.replay;

import ebb.journal.database.JournalException;
import java.time.Instant;
import java.util.Optional;

/** An instant is before the first event of a journal, or the journal has no event. */
public final class BeforeJournalException extends JournalException {
  private static final long serialVersionUID = 1L;

  /**
   * @param first the time of the journal's first event; empty if it has none
   */
  public BeforeJournalException(Instant at, Optional<Instant> first) {
    super(
        first
            .map(begin -> "The journal begins at " + begin + ", after " + at)
            .orElse("The journal has no event yet"),
        "name a later time");
  }
}
