package ebb.domain.provenance;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * What counts as one place where connections come from: an IPv4 address, a /64 of IPv6, of which
 * the rest is for its owner to choose, or this machine. Limits on a peer count by it.
 *
 * @param text for people: {@code 10.0.0.7}, {@code 2001:db8:0:7::/64} or {@code loopback}
 */
public record PeerNetwork(String text) {
  private static final PeerNetwork LOOPBACK = new PeerNetwork("loopback");
  private static final String MAPPED = "::ffff:";
  private static final int GROUPS = 8;
  private static final int GROUPS_OF_A_NETWORK = 4;

  /**
   * Looks no name up.
   *
   * @param address without brackets; another text stands for itself
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

  /** Those that are left out are zero. */
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
