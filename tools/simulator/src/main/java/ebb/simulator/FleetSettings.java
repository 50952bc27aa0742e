package ebb.simulator;

import java.net.InetSocketAddress;
import java.util.List;

/**
 * The nodes of a fleet and how they reach the ResourceManager.
 *
 * @param trackers the address for NodeManagers of each ResourceManager, one or more; the nodes find
 *     the leader as NodeManagers do
 * @param nodes their number, 1 to {@value #MOST_NODES}
 * @param connections number of TCP connections that all nodes share, 1 or more
 * @param memoryMegabytes of each node
 * @param virtualCores of each node
 */
public record FleetSettings(
    List<InetSocketAddress> trackers,
    int nodes,
    int connections,
    int memoryMegabytes,
    int virtualCores) {
  /** There are names for this many hosts. */
  public static final int MOST_NODES = 1_000_000;

  private static final int PORT = 45454;
  private static final int HOSTS_IN_LAST_BYTE = 250;

  public FleetSettings {
    trackers = List.copyOf(trackers);
    requireBetween(1, trackers.size(), 100, "trackers");
    requireBetween(1, nodes, MOST_NODES, "nodes");
    requireBetween(1, connections, 10_000, "connections");
    requireBetween(1, memoryMegabytes, Integer.MAX_VALUE, "memory");
    requireBetween(1, virtualCores, Integer.MAX_VALUE, "vcores");
  }

  /** Settings for a single ResourceManager. */
  public FleetSettings(
      InetSocketAddress tracker,
      int nodes,
      int connections,
      int memoryMegabytes,
      int virtualCores) {
    this(List.of(tracker), nodes, connections, memoryMegabytes, virtualCores);
  }

  /**
   * The host of a node: an address instead of a name, so that nobody queries DNS. All are distinct,
   * because an entry in a list of hosts applies to all nodes of that host.
   *
   * @param index from 0
   */
  public static String host(int index) {
    int last = index % HOSTS_IN_LAST_BYTE;
    int rest = index / HOSTS_IN_LAST_BYTE;
    return "10." + rest / 256 + "." + rest % 256 + "." + (last + 1);
  }

  /** The inverse; -1 if the host is not one of a fleet's. */
  static int index(String host) {
    String[] bytes = host.split("\\.", -1);
    if (bytes.length != 4 || !bytes[0].equals("10")) {
      return -1;
    }
    int rest = Integer.parseInt(bytes[1]) * 256 + Integer.parseInt(bytes[2]);
    return rest * HOSTS_IN_LAST_BYTE + Integer.parseInt(bytes[3]) - 1;
  }

  /** The initial port in every node's id; nobody listens there. */
  public static int port() {
    return PORT;
  }

  private static void requireBetween(int least, int value, int most, String what) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          "Expected %s from %d to %d, but got %d".formatted(what, least, most, value));
    }
  }
}
