package ebb.admin;

import ebb.journal.json.NodeJson;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A page of nodes.
 *
 * @param next the cursor of the next page; null when this is the last
 */
record NodesJson(List<NodeJson> nodes, @Nullable String next) {
  static <T> NodesJson of(Page<T> page, Function<T, NodeJson> node) {
    return new NodesJson(
        page.items().stream().map(node).toList(), page.next().map(NodeCursor::text).orElse(null));
  }
}
