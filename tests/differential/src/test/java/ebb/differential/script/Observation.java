package ebb.differential.script;

import java.io.Serializable;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.yarn.server.resourcemanager.ClusterMetrics;

/**
 * The visible state of a cluster after a step.
 *
 * @param cluster what concerns no single node: the answer to a refresh, ClusterMetrics
 * @param nodes by node id, each with its fields
 */
public record Observation(
    SortedMap<String, String> cluster, SortedMap<String, SortedMap<String, String>> nodes)
    implements Serializable {
  /** The number of nodes in each state, according to ClusterMetrics. */
  public static SortedMap<String, String> gauges() {
    ClusterMetrics metrics = ClusterMetrics.getMetrics();
    SortedMap<String, String> gauges = new TreeMap<>();
    gauges.put("RUNNING", Integer.toString(metrics.getNumActiveNMs()));
    gauges.put("DECOMMISSIONING", Integer.toString(metrics.getNumDecommissioningNMs()));
    gauges.put("DECOMMISSIONED", Integer.toString(metrics.getNumDecommisionedNMs()));
    gauges.put("LOST", Integer.toString(metrics.getNumLostNMs()));
    gauges.put("UNHEALTHY", Integer.toString(metrics.getUnhealthyNMs()));
    gauges.put("REBOOTED", Integer.toString(metrics.getNumRebootedNMs()));
    gauges.put("SHUTDOWN", Integer.toString(metrics.getNumShutdownNMs()));
    return gauges;
  }
}
