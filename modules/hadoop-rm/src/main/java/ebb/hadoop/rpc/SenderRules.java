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
 * Whether a peer may speak for a node. Each rule gives the reason why not, or nothing. A peer that
 * may not is asked to try again, never to shut down: a name server that is wrong for a while shall
 * not end a fleet.
 *
 * @param byPrincipal whether a Kerberos principal has to be of the node's host, or the one that is
 *     configured for all
 * @param principal what the whole principal has to be, with {@code _HOST} in the place of the host;
 *     empty: any of the node's host
 * @param byAddress whether the peer's address has to be one of the node's host
 * @param newNodesPerAddress within a minute; 0 for any number
 */
public record SenderRules(
    boolean byPrincipal, Optional<String> principal, boolean byAddress, int newNodesPerAddress) {
  public static final SenderRules NONE = new SenderRules(false, Optional.empty(), false, 0);

  /** As Hadoop writes it in a principal (SecurityUtil). */
  private static final String HOST = "/_HOST@";

  /** The addresses of names; may block. */
  public interface Names {
    /** Empty if the name is not known. */
    InetAddress[] addressesOf(String host);

    /** The full name of a host, or the host itself. */
    String canonical(String host);

    /** Whether this machine has the address, as it has all loopback ones. */
    boolean isOfThisMachine(InetAddress address);
  }

  /**
   * @param root the whole configuration of Ebb
   * @param hadoop the principal of the NodeManagers; one without a realm says nothing of the whole
   * @throws IllegalArgumentException in one line, if a value is not allowed
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

  /**
   * Whether only the peer that has registered may send heartbeats and unregister. Nothing has to be
   * looked up for that.
   */
  public boolean bindToRegistration(Peer peer) {
    return byAddress || (byPrincipal && peer.method() == AuthMethod.KERBEROS);
  }

  /**
   * Whether two peers count as one. Where the principal alone is asked for a NodeManager may come
   * from several addresses: over two networks, or through NAT.
   */
  public boolean isSame(Peer one, Peer other) {
    return one.user().equals(other.user())
        && one.method() == other.method()
        && (!byAddress || one.address().equals(other.address()));
  }

  /** May look names up, and so block. */
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

  /** Of a principal the host alone may be written in capitals. */
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

  /**
   * A NodeManager beside the ResourceManager may come over the loopback interface, and the name of
   * this machine may lead there.
   */
  private static boolean isBothHere(InetAddress[] known, Peer peer, Names names) {
    return Arrays.stream(names.addressesOf(peer.address())).anyMatch(names::isOfThisMachine)
        && Arrays.stream(known).anyMatch(names::isOfThisMachine);
  }
}
