package ebb.journal.json;

import org.jspecify.annotations.Nullable;

/**
 * An application that draining nodes wait for. Values that Hadoop does not know are null.
 *
 * @param type such as SPARK or MAPREDUCE
 * @param progress percent of its work, as reported by its application master
 * @param startedAt when it was submitted, UTC
 * @param nodes how many nodes of the answer wait for it
 */
public record ApplicationJson(
    String id,
    @Nullable String name,
    @Nullable String user,
    @Nullable String queue,
    @Nullable String type,
    @Nullable Integer progress,
    @Nullable String startedAt,
    int nodes) {

  /** One of which only the id is known, as in the journal. */
  static ApplicationJson named(String id) {
    return new ApplicationJson(id, null, null, null, null, null, null, 1);
  }
}
