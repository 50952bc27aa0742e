package ebb.journal.json;

import ebb.journal.replay.PastFleet;
import ebb.journal.replay.PastNode;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A node that differs between two instants.
 *
 * @param before the node at the first instant; null if it was not known yet
 * @param after the node at the second instant; null if it was no longer known
 * @param newest the last event up to the second instant; null without {@code after}, or if the node
 *     had no event
 */
public record ChangeJson(
    String nodeId,
    @Nullable NodeJson before,
    @Nullable NodeJson after,
    @Nullable Map<String, @Nullable Object> newest) {

  public static ChangeJson of(PastFleet.Change change, Instant from, Instant to) {
    return new ChangeJson(
        change.nodeId().toString(),
        change.before().map(node -> NodeJson.of(node, from)).orElse(null),
        change.after().map(node -> NodeJson.of(node, to)).orElse(null),
        change.after().flatMap(PastNode::last).map(EventJson::of).orElse(null));
  }
}
