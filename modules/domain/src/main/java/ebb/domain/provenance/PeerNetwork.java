package ebb.domain.provenance;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The unit by which limits on peers count connections: an IPv4 address, an IPv6 /64 (its owner
 * chooses the remaining bits), or this machine.
 *
 * @param text for people: {@code 10.0.0.7}, {@code 2001:db8:0:7::/64} or {@code loopback}
 */
public record PeerNetwork(String text) {
  private static final PeerNetwork LOOPBACK = new PeerNetwork("loopback");
  private static final String MAPPED = "::ffff:";
  private static final int GROUPS = 8;
  private static final int GROUPS_OF_A_NETWORK = 4;

  /**
   * Resolves no names.
   *
   * @param address without brackets; any other text is used unchanged
   */
  public static PeerNetwork of(String address) {
    if (address.indexOf(':') < 0) {
      return address.startsWith("127.") ? LOOPBACK : new PeerNetwork(address);
    }
    if (address.startsWith(MAPPED) && address.indexOf('.') > 0) {
      return of(address.substring(MAPPED.length()));
    }
    List<String> groups = groupsOf(address);
    if (groups.size() != GROUPS) {
      return new PeerNetwork(address);
    }
    return String.join(":", groups).equals("0:0:0:0:0:0:0:1")
        ? LOOPBACK
        : new PeerNetwork(String.join(":", groups.subList(0, GROUPS_OF_A_NETWORK)) + "::/64");
  }

  /** Groups that are left out are zero. */
  private static List<String> groupsOf(String address) {
    int scope = address.indexOf('%');
    String plain = scope < 0 ? address : address.substring(0, scope);
    int gap = plain.indexOf("::");
    if (gap < 0) {
      return split(plain);
    }
    List<String> groups = new ArrayList<>(split(plain.substring(0, gap)));
    List<String> last = split(plain.substring(gap + 2));
    groups.addAll(Collections.nCopies(Math.max(0, GROUPS - groups.size() - last.size()), "0"));
    groups.addAll(last);
    return groups;
  }

  private static List<String> split(String groups) {
    return groups.isEmpty() ? List.of() : List.of(groups.split(":", -1));
  }
}
