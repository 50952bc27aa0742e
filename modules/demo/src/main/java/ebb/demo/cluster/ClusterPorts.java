package ebb.demo.cluster;

import java.net.InetAddress;

/**
 * The ports of the ResourceManager, all on {@link #HOST}.
 *
 * @param scheduler for application masters
 * @param tracker for NodeManagers
 * @param client for clients that submit applications
 * @param admin for {@code yarn rmadmin}
 * @param web Hadoop's REST and web pages
 * @param adminApi Ebb's admin API
 */
public record ClusterPorts(
    int scheduler, int tracker, int client, int admin, int web, int adminApi) {
  public static final String HOST = "127.0.0.1";

  static ClusterPorts free() {
    var ports = new FreePorts();
    InetAddress loopback = InetAddress.getLoopbackAddress();
    return new ClusterPorts(
        ports.next(loopback),
        ports.next(loopback),
        ports.next(loopback),
        ports.next(loopback),
        ports.next(loopback),
        ports.next(loopback));
  }
}
