package ebb.hadoop.tracker;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNode;

/**
 * The time until a NodeManager's next heartbeat, in milliseconds. Scales with the node's load if so
 * configured (ResourceTrackerService.updateHeartBeatConfiguration, which also logs wrong settings).
 */
record HeartbeatInterval(
    long normal, boolean scaled, long min, long max, float speedup, float slowdown) {

  static HeartbeatInterval of(Configuration conf) {
    long configured =
        conf.getLong(
            YarnConfiguration.RM_NM_HEARTBEAT_INTERVAL_MS,
            YarnConfiguration.DEFAULT_RM_NM_HEARTBEAT_INTERVAL_MS);
    long normal =
        configured > 0 ? configured : YarnConfiguration.DEFAULT_RM_NM_HEARTBEAT_INTERVAL_MS;
    long min =
        conf.getLong(
            YarnConfiguration.RM_NM_HEARTBEAT_INTERVAL_MIN_MS,
            YarnConfiguration.DEFAULT_RM_NM_HEARTBEAT_INTERVAL_MIN_MS);
    long max =
        conf.getLong(
            YarnConfiguration.RM_NM_HEARTBEAT_INTERVAL_MAX_MS,
            YarnConfiguration.DEFAULT_RM_NM_HEARTBEAT_INTERVAL_MAX_MS);
    float speedup =
        conf.getFloat(
            YarnConfiguration.RM_NM_HEARTBEAT_INTERVAL_SPEEDUP_FACTOR,
            YarnConfiguration.DEFAULT_RM_NM_HEARTBEAT_INTERVAL_SPEEDUP_FACTOR);
    float slowdown =
        conf.getFloat(
            YarnConfiguration.RM_NM_HEARTBEAT_INTERVAL_SLOWDOWN_FACTOR,
            YarnConfiguration.DEFAULT_RM_NM_HEARTBEAT_INTERVAL_SLOWDOWN_FACTOR);
    boolean bounded = 0 < min && min <= normal && normal <= max;
    boolean factors = speedup >= 0 && slowdown >= 0;
    return new HeartbeatInterval(
        normal,
        conf.getBoolean(
            YarnConfiguration.RM_NM_HEARTBEAT_INTERVAL_SCALING_ENABLE,
            YarnConfiguration.DEFAULT_RM_NM_HEARTBEAT_INTERVAL_SCALING_ENABLE),
        bounded ? min : normal,
        bounded ? max : normal,
        factors ? speedup : YarnConfiguration.DEFAULT_RM_NM_HEARTBEAT_INTERVAL_SPEEDUP_FACTOR,
        factors ? slowdown : YarnConfiguration.DEFAULT_RM_NM_HEARTBEAT_INTERVAL_SLOWDOWN_FACTOR);
  }

  long next(RMNode node) {
    return scaled ? node.calculateHeartBeatInterval(normal, min, max, speedup, slowdown) : normal;
  }
}
