package ebb.journal.replay;

import java.util.HashSet;
import java.util.Set;

/**
 * The position up to which the journal is stable: no new row can appear before it. Rows get their
 * positions before they are committed, by several instances at once. So there may be uncommitted
 * rows before the last visible position.
 *
 * <p>Soft state. For use by one thread at a time.
 */
public final class StablePrefix {
  /** The result while the first open transactions that were seen have not ended. */
  public static final long UNKNOWN = -1;

  private long stable = UNKNOWN;
  private long visible;

  /** Transactions that may still add a row before the last visible position. */
  private final Set<String> open = new HashSet<>();

  /** Reads the currently known position. While there are writers, an advance needs two reads. */
  public long read(JournalReader reader) {
    if (open.isEmpty()) {
      // In this order: a transaction with an earlier position already holds its lock by then.
      visible = reader.lastPlace();
      open.addAll(reader.openWrites());
    } else {
      open.retainAll(reader.openWrites());
    }
    if (open.isEmpty()) {
      stable = visible;
    }
    return stable;
  }
}
