package ebb.hadoop;

import com.typesafe.config.Config;
import ebb.domain.AuthMethod;
import ebb.domain.Peer;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;

/**
 * Whether a peer may speak for a node. Each rule gives the reason why not, or nothing. A peer that
 * may not is asked to try again, never to shut down: a name server that is wrong for a while shall
 * not end a fleet.
 *
 * @param byPrincipal whether a Kerberos principal has to be of the node's host
 * @param byAddress whether the peer's address has to be one of the node's host
 * @param newNodesPerAddress within a minute; 0 for any number
 */
record SenderRules(boolean byPrincipal, boolean byAddress, int newNodesPerAddress) {
  static final SenderRules NONE = new SenderRules(false, false, 0);

  /** The addresses of names; may block. */
  interface Names {
    /** Empty if the name is not known. */
    InetAddress[] addressesOf(String host);

    /** The full name of a host, or the host itself. */
    String canonical(String host);

    /** Whether this machine has the address. */
    boolean isOfThisMachine(InetAddress address);
  }

  /**
   * @param root the whole configuration of Ebb
   * @param hadoop where NodeManagers have a principal without a host, none is asked for
   * @throws IllegalArgumentException in one line, if a value is not allowed
   */
  static SenderRules of(Config root, Configuration hadoop) {
    int perAddress = root.getInt("ebb.tracker.new-nodes-per-address");
    if (perAddress < 0) {
      throw new IllegalArgumentException(
          "ebb.tracker.new-nodes-per-address = "
              + perAddress
              + " is not allowed; allowed are 0"
              + " (any number) and more");
    }
    String principal = hadoop.get(YarnConfiguration.NM_PRINCIPAL, "");
    return new SenderRules(
        principal.isEmpty() || principal.contains("/"),
        root.getBoolean("ebb.tracker.require-node-address"),
        perAddress);
  }

  /**
   * Whether only the peer that has registered may send heartbeats and unregister. Nothing has to be
   * looked up for that.
   */
  boolean bindToRegistration(Peer peer) {
    return byAddress || (byPrincipal && peer.method() == AuthMethod.KERBEROS);
  }

  /** May look names up, and so block. */
  Optional<String> refuse(String host, Peer peer, Names names) {
    return refusePrincipal(host, peer, names).or(() -> refuseAddress(host, peer, names));
  }

  private Optional<String> refusePrincipal(String host, Peer peer, Names names) {
    if (!byPrincipal || peer.method() != AuthMethod.KERBEROS) {
      return Optional.empty();
    }
    String of = hostOf(peer.user());
    return of.equalsIgnoreCase(host) || of.equalsIgnoreCase(names.canonical(host))
        ? Optional.empty()
        : Optional.of("its principal " + peer.user() + " is not of the host " + host);
  }

  /** Empty text for a principal that has none. */
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

  /** A NodeManager beside the ResourceManager may come over the loopback interface. */
  private static boolean isBothHere(InetAddress[] known, Peer peer, Names names) {
    return Arrays.stream(names.addressesOf(peer.address())).anyMatch(InetAddress::isLoopbackAddress)
        && Arrays.stream(known).anyMatch(names::isOfThisMachine);
  }
}
