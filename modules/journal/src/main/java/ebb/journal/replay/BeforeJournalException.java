package ebb.journal.replay;

import ebb.journal.database.JournalException;
import java.time.Instant;
import java.util.Optional;

/** An instant of which a journal cannot tell anything. */
public final class BeforeJournalException extends JournalException {
  private static final long serialVersionUID = 1L;

  /**
   * @param first when its first event was; empty if it has none
   */
  public BeforeJournalException(Instant at, Optional<Instant> first) {
    super(
        first
            .map(begin -> "The journal begins at " + begin + ", after " + at)
            .orElse("The journal has no event yet"),
        "name a later time");
  }
}
