package ebb.domain;

import ebb.domain.text.TextLimit;
import java.util.Comparator;

/**
 * The identity of a NodeManager, like YARN's NodeId. Its text form {@code host:port} is also the
 * entity id of the node in cluster sharding.
 *
 * @param host the name or address that the NodeManager reports for itself; compared verbatim
 * @param port the NodeManager's container management port; -1 and -2 for a host that YARN lists as
 *     excluded or lost although none of its NodeManagers ever registered
 */
public record NodeId(String host, int port) implements Comparable<NodeId> {
  private static final Comparator<NodeId> ORDER =
      Comparator.comparing(NodeId::host).thenComparingInt(NodeId::port);

  private static final int LEAST_PORT = -2;
  private static final int MAX_PORT = 65_535;

  public NodeId {
    TextLimit.HOST_NAME.require(host);
    if (port < LEAST_PORT || port > MAX_PORT) {
      throw new IllegalArgumentException(
          "port " + port + " is not allowed; allowed are 0 to 65535");
    }
  }

  /**
   * Reads {@code host:port}; the host may itself contain colons (IPv6).
   *
   * @throws IllegalArgumentException if there is no colon, or if the host or port is not allowed
   */
  public static NodeId parse(String text) {
    int colon = text.lastIndexOf(':');
    if (colon <= 0) {
      throw new IllegalArgumentException("Expected host:port, but got " + TextLimit.quote(text));
    }
    try {
      return new NodeId(text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("Expected host:port, but got " + TextLimit.quote(text), e);
    }
  }

  @Override
  public int compareTo(NodeId other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return host + ":" + port;
  }
}
