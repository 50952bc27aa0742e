package ebb.nodeslist.observed;

import ebb.domain.NodeState;
import ebb.domain.text.HostPattern;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Selects nodes by their properties. Each property takes several values, of which a node must match
 * one; of several properties it must match all. A property without values matches every node.
 *
 * <p>Rack, labels, attributes and version are known of nodes whose NodeManager has registered with
 * the present leader; no other node matches them.
 *
 * @param hosts patterns of names or addresses
 * @param versions of NodeManagers; 3.3 includes 3.3.6
 */
public record NodeSelection(
    List<HostPattern> hosts,
    Set<NodeState> states,
    Set<String> racks,
    Set<String> labels,
    Set<String> attributes,
    Set<String> versions) {
  /** As YARN's pages call it. */
  private static final String DEFAULT_PARTITION = "DEFAULT_PARTITION";

  public NodeSelection {
    hosts = List.copyOf(hosts);
    states = Set.copyOf(states);
    racks = Set.copyOf(racks);
    labels = Set.copyOf(labels);
    attributes = Set.copyOf(attributes);
    versions = Set.copyOf(versions);
  }

  public boolean matches(ObservedNode node) {
    Optional<NodeManagerInfo> info = node.observation().nodeManager();
    return (hosts.isEmpty() || hasHost(node))
        && (states.isEmpty() || states.contains(node.publication().node().state()))
        && (racks.isEmpty() || info.filter(its -> racks.contains(its.rack())).isPresent())
        && (labels.isEmpty() || info.filter(this::hasLabel).isPresent())
        && (attributes.isEmpty() || info.filter(this::hasAttribute).isPresent())
        && (versions.isEmpty() || info.filter(this::hasVersion).isPresent());
  }

  private boolean hasHost(ObservedNode node) {
    return hosts.stream()
        .anyMatch(
            pattern ->
                pattern.matches(node.nodeId().host())
                    || node.ip().filter(pattern::matches).isPresent());
  }

  private boolean hasLabel(NodeManagerInfo info) {
    return info.labels().stream().anyMatch(labels::contains)
        || (info.labels().isEmpty() && labels.contains(DEFAULT_PARTITION));
  }

  /** The prefix of an attribute may be left out. */
  private boolean hasAttribute(NodeManagerInfo info) {
    return info.attributes().stream()
        .anyMatch(
            own ->
                attributes.stream().anyMatch(each -> own.equals(each) || own.endsWith("/" + each)));
  }

  private boolean hasVersion(NodeManagerInfo info) {
    return versions.stream()
        .anyMatch(
            each ->
                info.version().equals(each)
                    || info.version().startsWith(each + ".")
                    || info.version().startsWith(each + "-"));
  }
}
