package ebb.hadoop.heartbeat;

import java.util.Optional;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceUtilization;
import org.apache.hadoop.yarn.proto.YarnServerCommonProtos.NodeStatusProto;
import org.apache.hadoop.yarn.server.api.records.OpportunisticContainersStatus;
import org.apache.hadoop.yarn.server.api.records.impl.pb.OpportunisticContainersStatusPBImpl;
import org.apache.hadoop.yarn.server.resourcemanager.ClusterMetrics;
import org.jspecify.annotations.Nullable;

/**
 * The machine's utilisation, and the node's share of the cluster's utilisation in ClusterMetrics.
 * Changed under the node's lock, read by any thread. The utilisation is never null for readers,
 * because Hadoop's REST pages fail for all nodes if it is null for one.
 */
public final class NodeUtilisation {
  private static final ResourceUtilization NONE = ResourceUtilization.newInstance(0, 0, 0);

  private final ReportedUse node = new ReportedUse();
  private final ReportedUse containers = new ReportedUse();
  private volatile @Nullable OpportunisticContainersStatus opportunistic;
  private long countedMb;
  private int countedCores;

  /**
   * @param physical resources of the machine
   * @param size that the node offers
   * @param serving whether the node counts for the cluster
   */
  public void read(NodeStatusProto status, Resource physical, Resource size, boolean serving) {
    node.read(status.hasNodeUtilization() ? status.getNodeUtilization() : null);
    containers.read(status.hasContainersUtilization() ? status.getContainersUtilization() : null);
    opportunistic =
        status.hasOpportunisticContainersStatus()
            ? new OpportunisticContainersStatusPBImpl(status.getOpportunisticContainersStatus())
            : null;
    if (!serving) {
      leaveCluster();
      return;
    }
    ResourceUtilization used = node();
    double memory = fraction(used.getPhysicalMemory(), (double) physical.getMemorySize());
    double cores = fraction(used.getCPU(), physical.getVirtualCores());
    count((long) (memory * size.getMemorySize()), (int) (cores * size.getVirtualCores()));
  }

  /** The node is no longer in service. */
  public void leaveCluster() {
    count(0, 0);
  }

  private void count(long mb, int cores) {
    if (mb == countedMb && cores == countedCores) {
      return;
    }
    ClusterMetrics metrics = ClusterMetrics.getMetrics();
    metrics.incrUtilizedMB(mb - countedMb);
    metrics.incrUtilizedVirtualCores(cores - countedCores);
    countedMb = mb;
    countedCores = cores;
  }

  public ResourceUtilization node() {
    return node.last().orElse(NONE);
  }

  public ResourceUtilization containers() {
    return containers.last().orElse(NONE);
  }

  /** Null while the NodeManager reports none, as Hadoop's readers expect. */
  public @Nullable OpportunisticContainersStatus opportunistic() {
    return opportunistic;
  }

  /**
   * Machines that are busier than the average send fewer heartbeats, and idle ones send more
   * (YARN-10352).
   *
   * @param physical null if the NodeManager does not report it
   * @return milliseconds within the given bounds; the default if the load is unknown
   */
  public long heartbeatInterval(@Nullable Resource physical, Scaling scaling) {
    Optional<ResourceUtilization> used = node.last();
    if (used.isEmpty() || physical == null) {
      return scaling.normal();
    }
    ClusterMetrics metrics = ClusterMetrics.getMetrics();
    double cluster =
        fraction(
            (double) metrics.getUtilizedVirtualCores(),
            (double) metrics.getCapabilityVirtualCores());
    double surplus = fraction(used.get().getCPU(), physical.getVirtualCores()) - cluster;
    double factor = surplus > 0 ? scaling.slowdown() : scaling.speedup();
    long wanted = (long) (scaling.normal() * (1 + surplus * factor));
    return Math.min(scaling.max(), Math.max(scaling.min(), wanted));
  }

  private static double fraction(double used, double total) {
    return Math.min(1, Math.max(0, used / Math.max(1, total)));
  }

  /** The settings of yarn.resourcemanager.nodemanagers.heartbeat-interval-*; milliseconds. */
  public record Scaling(long normal, long min, long max, float speedup, float slowdown) {}
}
