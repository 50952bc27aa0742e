package ebb.demo.cluster;

import java.net.InetAddress;

/**
 * The ports of a ResourceManager, all on {@link #HOST}.
 *
 * @param scheduler for application masters
 * @param tracker for NodeManagers
 * @param client for clients that submit applications
 * @param admin for {@code yarn rmadmin}
 * @param web Hadoop's REST API and web pages
 * @param adminApi Ebb's admin API
 * @param members for other instances of the cluster
 */
public record ClusterPorts(
    int scheduler, int tracker, int client, int admin, int web, int adminApi, int members) {
  public static final String HOST = "127.0.0.1";

  /** Free ports. Those from the same object are distinct. */
  public static ClusterPorts free(FreePorts ports) {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    return new ClusterPorts(
        ports.next(loopback),
        ports.next(loopback),
        ports.next(loopback),
        ports.next(loopback),
        ports.next(loopback),
        ports.next(loopback),
        ports.next(loopback));
  }

  /** Host and port, as in Hadoop's settings. */
  public static String address(int port) {
    return HOST + ":" + port;
  }
}
