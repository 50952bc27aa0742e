package ebb.admin.http;

import ebb.domain.NodeId;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A part of the items that a request wants, one for each node, in the order of the nodes' ids. A
 * page begins after an id, not at an index, because nodes may come and go between two pages.
 *
 * @param next where the page after this one begins; empty if this is the last
 */
public record Page<T>(List<T> items, Optional<NodeCursor> next) {

  /**
   * @param all in any order
   * @param cursor where the page begins; empty for the first
   * @param limit the maximum number of items in a page; empty for all
   */
  public static <T> Page<T> of(
      Stream<T> all, Function<T, NodeId> nodeId, Optional<NodeCursor> cursor, OptionalInt limit) {
    List<T> rest =
        all.filter(item -> cursor.filter(page -> isBefore(nodeId.apply(item), page)).isEmpty())
            .sorted(Comparator.comparing(nodeId))
            .toList();
    if (limit.isEmpty() || rest.size() <= limit.getAsInt()) {
      return new Page<>(rest, Optional.empty());
    }
    List<T> page = rest.subList(0, limit.getAsInt());
    NodeId last = nodeId.apply(page.get(page.size() - 1));
    return new Page<>(page, Optional.of(new NodeCursor(last)));
  }

  private static boolean isBefore(NodeId nodeId, NodeCursor page) {
    return nodeId.compareTo(page.last()) <= 0;
  }
}
