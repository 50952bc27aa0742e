package ebb.journal.feed;

import ebb.journal.replay.JournalReader;
import java.util.HashSet;
import java.util.Set;

/**
 * How far the journal is stable: no row will appear in front of there any more. Rows get their
 * places before they are committed, by several instances at once, so that the last place that is
 * visible says nothing of those in front of it.
 *
 * <p>Soft state; not for use by several threads at a time.
 */
final class StablePrefix {
  /** While the first writers that were seen are not through. */
  static final long UNKNOWN = -1;

  private long stable = UNKNOWN;
  private long visible;

  /** Transactions that may fill a place in front of what is visible. */
  private final Set<String> open = new HashSet<>();

  /** As far as is known now; needs two reads while somebody writes. */
  long read(JournalReader reader) {
    if (open.isEmpty()) {
      // In this order: whoever has a place in front of the last one has had the lock by then.
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
