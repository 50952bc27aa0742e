package ebb.hadoop.rpc;

import com.typesafe.config.Config;
import ebb.domain.provenance.AuthMethod;
import ebb.domain.provenance.Peer;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;

/**
 * Decides whether a peer may act for a node. Each rule returns the reason for a rejection, or
 * empty. A rejected peer is told to retry, never to shut down: a temporary error of a name server
 * must not shut down a whole cluster.
 *
 * @param byPrincipal whether a Kerberos principal must belong to the node's host or be the
 *     configured one
 * @param principal the required whole principal, with {@code _HOST} in place of the host; empty for
 *     any of the node's host
 * @param byAddress whether the peer's address must be one of the node's host
 * @param newNodesPerAddress within a minute; 0 for no limit
 */
public record SenderRules(
    boolean byPrincipal, Optional<String> principal, boolean byAddress, int newNodesPerAddress) {
  public static final SenderRules NONE = new SenderRules(false, Optional.empty(), false, 0);

  /** The placeholder in a principal, as in Hadoop (SecurityUtil). */
  private static final String HOST = "/_HOST@";

  /** Resolves names. May block. */
  public interface Names {
    /** Empty if the name is unknown. */
    InetAddress[] addressesOf(String host);

    /** The full name of a host, or the host itself. */
    String canonical(String host);

    /** Whether the address is one of this machine, as all loopback addresses are. */
    boolean isOfThisMachine(InetAddress address);
  }

  /**
   * @param root Ebb's whole configuration
   * @param hadoop has the principal of the NodeManagers; without a realm, it does not define the
   *     whole principal
   * @throws IllegalArgumentException with a one-line message if a value is not allowed
   */
  public static SenderRules of(Config root, Configuration hadoop) {
    int perAddress = root.getInt("ebb.tracker.new-nodes-per-address");
    if (perAddress < 0) {
      throw new IllegalArgumentException(
          "ebb.tracker.new-nodes-per-address = "
              + perAddress
              + " is not allowed; allowed are 0"
              + " (any number) and more");
    }
    String principal = hadoop.getTrimmed(YarnConfiguration.NM_PRINCIPAL, "");
    Optional<String> whole = Optional.of(principal).filter(name -> name.contains("@"));
    return new SenderRules(
        principal.isEmpty() || principal.contains("/") || whole.isPresent(),
        whole,
        root.getBoolean("ebb.tracker.require-node-address"),
        perAddress);
  }

  /** Whether only the registered peer may send heartbeats and unregister. This needs no look-up. */
  public boolean bindToRegistration(Peer peer) {
    return byAddress || (byPrincipal && peer.method() == AuthMethod.KERBEROS);
  }

  /**
   * Whether two peers count as one. If only the principal is checked, a NodeManager may use several
   * addresses: over two networks, or through NAT.
   */
  public boolean isSame(Peer one, Peer other) {
    return one.user().equals(other.user())
        && one.method() == other.method()
        && (!byAddress || one.address().equals(other.address()));
  }

  /** The reason to reject the peer; empty if there is none. May look up names, and so may block. */
  public Optional<String> refuse(String host, Peer peer, Names names) {
    return refusePrincipal(host, peer, names).or(() -> refuseAddress(host, peer, names));
  }

  private Optional<String> refusePrincipal(String host, Peer peer, Names names) {
    if (!byPrincipal || peer.method() != AuthMethod.KERBEROS) {
      return Optional.empty();
    }
    if (isOf(host, peer.user()) || isOf(names.canonical(host), peer.user())) {
      return Optional.empty();
    }
    return Optional.of(
        "its principal "
            + peer.user()
            + principal
                .map(
                    whole ->
                        " is not " + whole + " (yarn.nodemanager.principal) of the host " + host)
                .orElse(
                    " is not of the host "
                        + host
                        + (hostOf(peer.user()).isEmpty()
                            ? "; where NodeManagers have one without a host,"
                                + " yarn.nodemanager.principal has to say so"
                            : "")));
  }

  /** Only the host in a principal may be written in capitals. */
  private boolean isOf(String host, String user) {
    String of = hostOf(user);
    if (principal.isEmpty()) {
      return of.equalsIgnoreCase(host);
    }
    String wanted = principal.get().replace(HOST, inLowerCase(host));
    return wanted.equals(user) || wanted.equals(user.replace('/' + of + '@', inLowerCase(of)));
  }

  private static String inLowerCase(String host) {
    return '/' + host.toLowerCase(Locale.ROOT) + '@';
  }

  /** Empty for a principal without a host. */
  private static String hostOf(String principal) {
    int from = principal.indexOf('/');
    int to = principal.indexOf('@');
    return from < 0 ? "" : principal.substring(from + 1, to < from ? principal.length() : to);
  }

  private Optional<String> refuseAddress(String host, Peer peer, Names names) {
    if (!byAddress) {
      return Optional.empty();
    }
    InetAddress[] known = names.addressesOf(host);
    boolean same =
        Arrays.stream(known).anyMatch(each -> each.getHostAddress().equals(peer.address()));
    return same || isBothHere(known, peer, names)
        ? Optional.empty()
        : Optional.of(
            "it comes from "
                + peer.address()
                + ", which is no address of the host "
                + host
                + " (ebb.tracker.require-node-address)");
  }

  /**
   * A NodeManager on the ResourceManager's machine may connect over the loopback interface, and
   * this machine's name may resolve to it.
   */
  private static boolean isBothHere(InetAddress[] known, Peer peer, Names names) {
    return Arrays.stream(names.addressesOf(peer.address())).anyMatch(names::isOfThisMachine)
        && Arrays.stream(known).anyMatch(names::isOfThisMachine);
  }
}
