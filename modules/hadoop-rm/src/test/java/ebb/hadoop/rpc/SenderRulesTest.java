package ebb.hadoop.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import ebb.domain.NodeId;
import ebb.domain.provenance.AuthMethod;
import ebb.domain.provenance.Peer;
import ebb.domain.provenance.PeerNetwork;
import ebb.hadoop.tracker.NewNodeRateLimit;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SenderRulesTest {
  private static final SenderRules BY_PRINCIPAL = new SenderRules(true, Optional.empty(), false, 0);
  private static final SenderRules BY_ADDRESS = new SenderRules(false, Optional.empty(), true, 0);

  /** Names of a cluster in which host1 has two networks, and host9 is this machine. */
  private static final class Names implements SenderRules.Names {
    private static final Map<String, String> KNOWN =
        Map.of(
            "host1", "10.0.0.1 10.1.0.1",
            "host1.example.org", "10.0.0.1 10.1.0.1",
            "host9", "10.0.0.9",
            "debian9", "127.0.1.1");

    @Override
    public InetAddress[] addressesOf(String host) {
      String known = KNOWN.getOrDefault(host, host.matches("[0-9.]+") ? host : "");
      return Arrays.stream(known.split(" "))
          .filter(each -> !each.isEmpty())
          .map(Names::parse)
          .toArray(InetAddress[]::new);
    }

    private static InetAddress parse(String address) {
      try {
        return InetAddress.getByName(address);
      } catch (UnknownHostException e) {
        throw new AssertionError(e);
      }
    }

    @Override
    public String canonical(String host) {
      return host.equals("host1") ? "host1.example.org" : host;
    }

    @Override
    public boolean isOfThisMachine(InetAddress address) {
      return address.isLoopbackAddress() || address.getHostAddress().equals("10.0.0.9");
    }
  }

  private static Optional<String> refuse(
      SenderRules rules, String host, String address, String user, AuthMethod method) {
    return rules.refuse(host, new Peer(address, user, method), new Names());
  }

  @ParameterizedTest(name = "{0} for {1}")
  @CsvSource({
    "nm/host1.example.org@EXAMPLE.ORG, host1.example.org",
    "nm/HOST1.example.org@EXAMPLE.ORG, host1.example.org",
    "nm/host1.example.org@EXAMPLE.ORG, host1",
    "nm/host1.example.org, host1"
  })
  void shouldLetAPrincipalSpeakForItsHost(String principal, String host) {
    assertThat(refuse(BY_PRINCIPAL, host, "10.0.0.7", principal, AuthMethod.KERBEROS)).isEmpty();
  }

  @ParameterizedTest(name = "{0} for {1}")
  @CsvSource({
    "nm/host2.example.org@EXAMPLE.ORG, host1.example.org",
    "nm/host1@EXAMPLE.ORG, host1.example.org",
    "nm@EXAMPLE.ORG, host1",
    "alice@EXAMPLE.ORG, host1"
  })
  void shouldNotLetAPrincipalSpeakForAnotherHost(String principal, String host) {
    assertThat(refuse(BY_PRINCIPAL, host, "10.0.0.1", principal, AuthMethod.KERBEROS))
        .hasValueSatisfying(
            reason ->
                assertThat(reason)
                    .startsWith("its principal " + principal + " is not of the host " + host));
  }

  @Test
  void shouldAskForNoPrincipalOfWhoeverHasNone() {
    assertThat(refuse(BY_PRINCIPAL, "host1", "10.0.0.7", "yarn", AuthMethod.SIMPLE)).isEmpty();
  }

  @ParameterizedTest(name = "{1} for {0}")
  @CsvSource({
    "host1, 10.0.0.1",
    "host1, 10.1.0.1",
    "10.0.0.7, 10.0.0.7",
    "host9, 127.0.0.1",
    "debian9, 10.0.0.9"
  })
  void shouldLetAnAddressSpeakForItsHost(String host, String address) {
    assertThat(refuse(BY_ADDRESS, host, address, "yarn", AuthMethod.SIMPLE)).isEmpty();
  }

  @ParameterizedTest(name = "{1} for {0}")
  @CsvSource({"host1, 10.0.0.2", "host1, 127.0.0.1", "unknown, 10.0.0.1", "10.0.0.7, 10.0.0.1"})
  void shouldNotLetAnAddressSpeakForAnotherHost(String host, String address) {
    assertThat(refuse(BY_ADDRESS, host, address, "yarn", AuthMethod.SIMPLE))
        .hasValueSatisfying(
            reason ->
                assertThat(reason)
                    .contains("it comes from " + address, "no address of the host " + host));
  }

  @Test
  void shouldAskForNoAddressByDefault() {
    SenderRules rules = SenderRules.of(ConfigFactory.load(), new Configuration(false));

    assertThat(rules).isEqualTo(BY_PRINCIPAL);
  }

  private static SenderRules withPrincipal(String principal) {
    Configuration hadoop = new Configuration(false);
    hadoop.set(YarnConfiguration.NM_PRINCIPAL, principal);
    return SenderRules.of(ConfigFactory.load(), hadoop);
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource({
    "nm/_HOST@EXAMPLE.ORG, nm/host1@EXAMPLE.ORG",
    "nm/_HOST@EXAMPLE.ORG, nm/HOST1.example.org@EXAMPLE.ORG",
    "nm/fleet@EXAMPLE.ORG, nm/fleet@EXAMPLE.ORG",
    "nm@EXAMPLE.ORG, nm@EXAMPLE.ORG",
    "nm/_HOST, HTTP/host1@EXAMPLE.ORG",
    "nm, alice@EXAMPLE.ORG"
  })
  void shouldTakeThePrincipalThatIsConfigured(String configured, String user) {
    assertThat(refuse(withPrincipal(configured), "host1", "10.0.0.7", user, AuthMethod.KERBEROS))
        .isEmpty();
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource({
    "nm/_HOST@EXAMPLE.ORG, HTTP/host1@EXAMPLE.ORG",
    "nm/_HOST@EXAMPLE.ORG, jenkins/host1.example.org@EXAMPLE.ORG",
    "nm/_HOST@EXAMPLE.ORG, nm/host1@TRUSTED.ORG",
    "nm/_HOST@EXAMPLE.ORG, NM/host1@EXAMPLE.ORG",
    "nm/_HOST@EXAMPLE.ORG, nm/host2@EXAMPLE.ORG",
    "nm/_HOST@EXAMPLE.ORG, nm@EXAMPLE.ORG",
    "nm/fleet@EXAMPLE.ORG, nm/host1@EXAMPLE.ORG",
    "nm@EXAMPLE.ORG, alice@EXAMPLE.ORG"
  })
  void shouldTakeNoOtherPrincipalOfTheSameHost(String configured, String user) {
    assertThat(refuse(withPrincipal(configured), "host1", "10.0.0.7", user, AuthMethod.KERBEROS))
        .hasValueSatisfying(reason -> assertThat(reason).contains(user + " is not " + configured));
  }

  @ParameterizedTest(name = "by address {0}: {1} as {2}, same: {3}")
  @CsvSource({
    "false, 10.1.0.1, nm/host1@R, true",
    "true, 10.1.0.1, nm/host1@R, false",
    "true, 10.0.0.1, nm/host1@R, true",
    "false, 10.0.0.1, nm/host2@R, false"
  })
  void shouldTakeAPrincipalFromTwoAddressesForOneUnlessTheAddressCounts(
      boolean byAddress, String address, String user, boolean same) {
    SenderRules rules = new SenderRules(true, Optional.empty(), byAddress, 0);
    Peer registered = new Peer("10.0.0.1", "nm/host1@R", AuthMethod.KERBEROS);

    assertThat(rules.isSame(registered, new Peer(address, user, AuthMethod.KERBEROS)))
        .isEqualTo(same);
  }

  @Test
  void shouldRefuseANegativeNumberOfNewNodes() {
    Config negative =
        ConfigFactory.parseString("ebb.tracker.new-nodes-per-address = -1")
            .withFallback(ConfigFactory.load());

    assertThatThrownBy(() -> SenderRules.of(negative, new Configuration(false)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("ebb.tracker.new-nodes-per-address = -1 is not allowed");
  }

  @Test
  void shouldAdmitSoManyNewNodesOfAnAddressWithinAMinute() {
    // given
    AtomicLong now = new AtomicLong();
    NewNodeRateLimit nodes = new NewNodeRateLimit(2, now::get);
    // then
    assertThat(admit(nodes, "10.0.0.1", "a:1")).isTrue();
    assertThat(admit(nodes, "10.0.0.1", "b:1")).isTrue();
    assertThat(admit(nodes, "10.0.0.1", "c:1")).isFalse();
    assertThat(admit(nodes, "10.0.0.1", "a:1")).as("one that asks again").isTrue();
    assertThat(admit(nodes, "10.0.0.2", "c:1")).as("another address").isTrue();
    // when a minute has passed
    now.addAndGet(Duration.ofMinutes(1).toNanos());
    assertThat(admit(nodes, "10.0.0.1", "c:1")).isTrue();
  }

  @Test
  void shouldCountTheAddressesOfAnIpv6NetworkTogether() {
    NewNodeRateLimit nodes = new NewNodeRateLimit(1, () -> 0);

    assertThat(admit(nodes, "2001:db8:0:1::1", "a:1")).isTrue();
    assertThat(admit(nodes, "2001:db8:0:1::2", "b:1")).isFalse();
    assertThat(admit(nodes, "2001:db8:0:2::1", "b:1")).isTrue();
  }

  private static boolean admit(NewNodeRateLimit nodes, String address, String nodeId) {
    return nodes.admit(PeerNetwork.of(address), NodeId.parse(nodeId));
  }
}
