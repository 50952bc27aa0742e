package ebb.journal.event;

import ebb.journal.database.JournalException;

/** A row of the journal cannot be read or applied; the message names the row. */
public final class ReplayException extends JournalException {
  private static final long serialVersionUID = 1L;

  public ReplayException(JournalPosition position, String what) {
    super(message(position, what));
  }

  public ReplayException(JournalPosition position, Throwable cause) {
    super(message(position, String.valueOf(cause.getMessage())), cause);
  }

  private static String message(JournalPosition position, String what) {
    return "Unable to replay %s, sequence number %d: %s"
        .formatted(position.persistenceId(), position.sequenceNumber(), what);
  }
}
