package ebb.admin;

import ebb.nodeslist.SeenNode;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of nodes.
 *
 * @param next the cursor of the next page; null when this is the last
 */
record NodesJson(List<NodeJson> nodes, @Nullable String next) {
  static NodesJson of(Page<SeenNode> page, Instant now) {
    return new NodesJson(
        page.items().stream().map(each -> NodeJson.of(each, now)).toList(),
        page.next().map(NodeCursor::text).orElse(null));
  }
}
