package ebb.simulator;

import java.net.InetSocketAddress;
import java.util.List;

/**
 * Which nodes a fleet has and how it reaches the ResourceManager.
 *
 * @param trackers where each ResourceManager answers NodeManagers, one or more; which of several
 *     leads the nodes find out as NodeManagers do
 * @param nodes how many, 1 to {@value #MOST_NODES}
 * @param connections how many TCP connections all nodes share, 1 or more
 * @param memoryMegabytes what each node offers
 * @param virtualCores what each node offers
 */
public record FleetSettings(
    List<InetSocketAddress> trackers,
    int nodes,
    int connections,
    int memoryMegabytes,
    int virtualCores) {
  /** As many different hosts as there are names for. */
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

  /** With one ResourceManager. */
  public FleetSettings(
      InetSocketAddress tracker,
      int nodes,
      int connections,
      int memoryMegabytes,
      int virtualCores) {
    this(List.of(tracker), nodes, connections, memoryMegabytes, virtualCores);
  }

  /**
   * The host of a node: an address and not a name, so that nobody asks a name server. All of them
   * are different, because a list of hosts takes in all nodes of a host.
   *
   * @param index from 0
   */
  public static String host(int index) {
    int last = index % HOSTS_IN_LAST_BYTE;
    int rest = index / HOSTS_IN_LAST_BYTE;
    return "10." + rest / 256 + "." + rest % 256 + "." + (last + 1);
  }

  /** The other way round; -1 if it is not the host of a node of a fleet. */
  static int index(String host) {
    String[] bytes = host.split("\\.", -1);
    if (bytes.length != 4 || !bytes[0].equals("10")) {
      return -1;
    }
    int rest = Integer.parseInt(bytes[1]) * 256 + Integer.parseInt(bytes[2]);
    return rest * HOSTS_IN_LAST_BYTE + Integer.parseInt(bytes[3]) - 1;
  }

  /** The port that every node says it has; nobody listens there. */
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
