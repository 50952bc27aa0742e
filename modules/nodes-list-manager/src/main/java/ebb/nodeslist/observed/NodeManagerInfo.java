package ebb.nodeslist.observed;

import java.util.List;

/**
 * A registered NodeManager, and where YARN puts it.
 *
 * @param version as the NodeManager reports it; may be empty
 * @param rack in Hadoop's network topology, such as {@code /default-rack}
 * @param labels node labels; empty for the default partition
 * @param attributes node attributes as {@code prefix/name=value}, sorted
 */
public record NodeManagerInfo(
    String version, String rack, List<String> labels, List<String> attributes) {
  public NodeManagerInfo {
    labels = List.copyOf(labels);
    attributes = List.copyOf(attributes);
  }
}
