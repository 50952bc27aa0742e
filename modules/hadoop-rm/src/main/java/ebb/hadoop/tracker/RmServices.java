package ebb.hadoop.tracker;

import ebb.hadoop.node.HeartbeatMonitor;
import org.apache.hadoop.yarn.server.resourcemanager.NMLivelinessMonitor;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;

/**
 * The parts of Hadoop's ResourceManager that the resource tracker uses; new for each activation.
 *
 * @param heartbeatMonitor YARN's own; it stays empty, see {@link HeartbeatMonitor}
 */
public record RmServices(
    RMContext context, NMLivelinessMonitor heartbeatMonitor, MasterKeys keys) {}
