package ebb.hadoop.node;

import ebb.domain.NodeId;
import ebb.domain.NodeState;
import ebb.domain.Resource;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.yarn.api.records.ResourceInformation;
import org.apache.hadoop.yarn.util.resource.ResourceUtils;

/** Converts between the domain's values and Hadoop's records of the same names. */
public final class HadoopTypes {
  /** Memory and virtual cores. Most clusters have no other types. */
  private static final int PLAIN_TYPES = 2;

  private HadoopTypes() {}

  public static org.apache.hadoop.yarn.api.records.NodeId toHadoop(NodeId id) {
    return org.apache.hadoop.yarn.api.records.NodeId.newInstance(id.host(), id.port());
  }

  public static NodeId fromHadoop(org.apache.hadoop.yarn.api.records.NodeId id) {
    return new NodeId(id.getHost(), id.getPort());
  }

  public static org.apache.hadoop.yarn.api.records.NodeState toHadoop(NodeState state) {
    return switch (state) {
      case NEW -> org.apache.hadoop.yarn.api.records.NodeState.NEW;
      case RUNNING -> org.apache.hadoop.yarn.api.records.NodeState.RUNNING;
      case UNHEALTHY -> org.apache.hadoop.yarn.api.records.NodeState.UNHEALTHY;
      case DECOMMISSIONING -> org.apache.hadoop.yarn.api.records.NodeState.DECOMMISSIONING;
      case DECOMMISSIONED -> org.apache.hadoop.yarn.api.records.NodeState.DECOMMISSIONED;
      case LOST -> org.apache.hadoop.yarn.api.records.NodeState.LOST;
      case REBOOTED -> org.apache.hadoop.yarn.api.records.NodeState.REBOOTED;
      case SHUTDOWN -> org.apache.hadoop.yarn.api.records.NodeState.SHUTDOWN;
    };
  }

  /**
   * Drops resource types that this cluster's configuration does not define, or no longer defines.
   */
  public static org.apache.hadoop.yarn.api.records.Resource toHadoop(Resource size) {
    Map<String, Long> known = new TreeMap<>(size.others());
    known.keySet().retainAll(ResourceUtils.getResourceTypes().keySet());
    return org.apache.hadoop.yarn.api.records.Resource.newInstance(
        size.memoryMb(), size.vcores(), known);
  }

  /** As {@code toHadoop(ours).equals(theirs)}, but creates no Hadoop record in the common case. */
  static boolean isSame(Resource ours, org.apache.hadoop.yarn.api.records.Resource theirs) {
    boolean isPlain =
        ours.others().isEmpty() && ResourceUtils.getNumberOfKnownResourceTypes() == PLAIN_TYPES;
    return isPlain
        ? ours.memoryMb() == theirs.getMemorySize() && ours.vcores() == theirs.getVirtualCores()
        : toHadoop(ours).equals(theirs);
  }

  public static Resource fromHadoop(org.apache.hadoop.yarn.api.records.Resource size) {
    Map<String, Long> others = new TreeMap<>();
    for (ResourceInformation each : size.getResources()) {
      others.put(each.getName(), each.getValue());
    }
    others.remove(ResourceInformation.MEMORY_URI);
    others.remove(ResourceInformation.VCORES_URI);
    return new Resource(size.getMemorySize(), size.getVirtualCores(), others);
  }
}
