package ebb.hadoop.tracker;

import ebb.hadoop.node.HeartbeatMonitor;
import org.apache.hadoop.yarn.server.resourcemanager.NMLivelinessMonitor;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;

/**
 * The parts of Hadoop's ResourceManager that the resource tracker works with; new in each
 * activation.
 *
 * @param heartbeatMonitor YARN's; stays empty, see {@link HeartbeatMonitor}
 */
public record RmServices(
    RMContext context, NMLivelinessMonitor heartbeatMonitor, MasterKeys keys) {}
