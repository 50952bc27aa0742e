package ebb.journal.database;

import java.nio.file.Path;

/** Another process has the journal open. */
public final class JournalInUseException extends JournalException {
  private static final long serialVersionUID = 1L;

  JournalInUseException(Path directory) {
    super("The journal in " + directory + " is in use by another process");
  }
}
