package ebb.admin.json;

import ebb.admin.http.NodeCursor;
import ebb.admin.http.Page;
import ebb.journal.json.ApplicationJson;
import ebb.journal.json.NodeJson;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A page of nodes.
 *
 * @param applications the applications that the nodes wait for, those that hold the most nodes
 *     first
 * @param next the cursor of the next page; null when this is the last
 */
public record NodesJson(
    List<NodeJson> nodes, List<ApplicationJson> applications, @Nullable String next) {
  public static <T> NodesJson of(
      Page<T> page, Function<T, NodeJson> node, List<ApplicationJson> applications) {
    return new NodesJson(
        page.items().stream().map(node).toList(),
        applications,
        page.next().map(NodeCursor::text).orElse(null));
  }
}
