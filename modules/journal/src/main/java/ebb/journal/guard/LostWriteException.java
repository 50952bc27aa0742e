package ebb.journal.guard;

import ebb.journal.database.JournalException;
import java.nio.file.Path;

/**
 * A database lacks an acknowledged write: it was emptied, was replaced by an older copy, or failed
 * over to a replica that had not received everything. To continue with it would silently undo
 * decisions.
 */
public final class LostWriteException extends JournalException {
  private static final long serialVersionUID = 1L;

  /**
   * @param watermark the file that records the missing write
   */
  LostWriteException(String finding, Path watermark) {
    super(
        finding,
        "restore a copy that has it, or remove " + watermark + " to go on without what is lost");
  }
}
