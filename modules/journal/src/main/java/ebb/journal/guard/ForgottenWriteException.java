package ebb.journal.guard;

import ebb.journal.database.JournalException;
import java.nio.file.Path;

/**
 * A database lacks what was acknowledged: it was emptied, replaced by an older copy, or fails over
 * to a replica that had not got everything. Going on with it would undo decisions in silence.
 */
public final class ForgottenWriteException extends JournalException {
  private static final long serialVersionUID = 1L;

  /**
   * @param watermark file that remembers it
   */
  ForgottenWriteException(String finding, Path watermark) {
    super(
        finding,
        "restore a copy that has it, or remove " + watermark + " to go on without what is lost");
  }
}
