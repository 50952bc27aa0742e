package ebb.admin.json;

import ebb.domain.NodePresence;
import ebb.node.DrainProgress;
import ebb.node.NodeStateUpdate;
import ebb.nodeslist.observed.ObservedNode;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A host, for an operator who wants to power it off.
 *
 * @param host as the caller named it
 * @param state the state of the node that decides for the host
 * @param why the reason in a sentence for people, whose form may change
 */
public record HostJson(String host, String state, String why, List<NodeOfHost> nodes) {

  /**
   * @param nodeState the node's state in YARN
   * @param status the sub-status of its drain; null when it is not draining, or not known yet
   */
  record NodeOfHost(
      String nodeId, String nodeState, @Nullable String status, String state, String why) {}

  private record Judged(ObservedNode node, NodePresence presence) {
    NodeOfHost json() {
      return new NodeOfHost(
          node.nodeId().toString(),
          node.publication().node().state().name(),
          node.publication().progress().map(each -> each.status().name()).orElse(null),
          text(presence.state()),
          presence.why());
    }
  }

  /**
   * @param nodes all nodes of the host
   */
  public static HostJson of(String host, List<ObservedNode> nodes, Instant now) {
    List<Judged> all =
        nodes.stream()
            .sorted(Comparator.comparing(ObservedNode::nodeId))
            .map(node -> new Judged(node, presence(node, now)))
            .toList();
    NodePresence deciding =
        all.stream()
            .map(Judged::presence)
            .min(Comparator.comparing(NodePresence::state))
            .orElse(new NodePresence(NodePresence.State.UNKNOWN, "no node of this host is known"));
    return new HostJson(
        host, text(deciding.state()), deciding.why(), all.stream().map(Judged::json).toList());
  }

  private static NodePresence presence(ObservedNode observed, Instant now) {
    NodeStateUpdate publication = observed.publication();
    return NodePresence.of(
        publication.node(),
        publication.progress().flatMap(DrainProgress::workload),
        observed.pending().isPresent(),
        observed.observation().lastHeartbeat(),
        now);
  }

  private static String text(NodePresence.State state) {
    return state.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
