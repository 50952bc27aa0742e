package ebb.journal.database;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The newest committed event of each actor, so that its next event can be chained to it without a
 * read. Soft state: it keeps the actors that were used last, and an absent one is read from its
 * rows. Safe for use by several threads.
 */
public final class ChainHeads {
  /** More than a large cluster has nodes; takes some ten megabytes when full. */
  private static final int MOST = 50_000;

  private final Map<String, ChainHead> heads =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, ChainHead> eldest) {
          return size() > MOST;
        }
      };

  /** {@link ChainHead#NONE} if it is not known. */
  synchronized ChainHead of(String persistenceId) {
    return heads.getOrDefault(persistenceId, ChainHead.NONE);
  }

  /** Must be called for committed events only. */
  public synchronized void put(Map<String, ChainHead> newest) {
    heads.putAll(newest);
  }
}
