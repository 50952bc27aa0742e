package ebb.journal.guard;

import ebb.journal.database.JournalException;

/** Another leader has taken a later term; nothing was written. */
public final class TermLostException extends JournalException {
  private static final long serialVersionUID = 1L;

  TermLostException(long own, long newest) {
    super("This leader's term " + own + " is over: term " + newest + " was taken since");
  }
}
