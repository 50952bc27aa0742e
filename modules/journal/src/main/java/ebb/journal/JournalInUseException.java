package ebb.journal;

import java.nio.file.Path;

/** Another process has the journal open. */
public final class JournalInUseException extends JournalException {
  private static final long serialVersionUID = 1L;

  JournalInUseException(Path file, Throwable cause) {
    super("The journal " + file + " is in use by another process", cause);
  }
}
