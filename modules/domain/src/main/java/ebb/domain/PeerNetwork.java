package ebb.domain;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;

/**
 * What counts as one place where connections come from: an IPv4 address, a /64 of IPv6, of which
 * the rest is for its owner to choose, or this machine. Limits on a peer count by it.
 *
 * @param text for people: {@code 10.0.0.7}, {@code 2001:db8:0:7::/64} or {@code loopback}
 */
public record PeerNetwork(String text) {
  private static final PeerNetwork LOOPBACK = new PeerNetwork("loopback");

  private static final int GROUPS = 4;

  public static PeerNetwork of(InetAddress address) {
    if (address.isLoopbackAddress()) {
      return LOOPBACK;
    }
    return new PeerNetwork(
        address instanceof Inet6Address ? prefix(address) : address.getHostAddress());
  }

  /**
   * Looks no name up.
   *
   * @param address as {@link InetAddress#getHostAddress} writes it; another text stands for itself
   */
  public static PeerNetwork of(String address) {
    if (address.indexOf(':') < 0) {
      return address.startsWith("127.") ? LOOPBACK : new PeerNetwork(address);
    }
    try {
      return of(InetAddress.getByName('[' + address + ']'));
    } catch (UnknownHostException e) {
      return new PeerNetwork(address);
    }
  }

  private static String prefix(InetAddress address) {
    ByteBuffer bytes = ByteBuffer.wrap(address.getAddress());
    StringBuilder prefix = new StringBuilder();
    for (int i = 0; i < GROUPS; i++) {
      prefix.append(Integer.toHexString(Short.toUnsignedInt(bytes.getShort()))).append(':');
    }
    return prefix.append(":/64").toString();
  }
}
