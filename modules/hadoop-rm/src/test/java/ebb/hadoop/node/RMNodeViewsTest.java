package ebb.hadoop.node;

import static ebb.hadoop.heartbeat.Reports.registration;
import static org.assertj.core.api.Assertions.assertThat;

import ebb.domain.DrainTimeout;
import ebb.domain.lists.HostLists;
import ebb.domain.lists.ListSettings;
import ebb.domain.lists.NodeAddress;
import ebb.domain.refresh.UntrackedPolicy;
import ebb.hadoop.FakeResourceManager;
import ebb.hadoop.node.RegistrationAdmission.NotKnownException;
import ebb.hadoop.report.FakeActors;
import ebb.node.NodeCommand.ReportExpiry;
import ebb.nodeslist.protocol.NodeTableCommand.HostsInForce;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.server.resourcemanager.ClusterMetrics;
import org.junit.jupiter.api.Test;

class RMNodeViewsTest {
  private static final long EXPIRY = 30_000;

  private final FakeResourceManager hadoop = new FakeResourceManager();
  private final FakeActors actors = new FakeActors();
  private final AtomicLong registrations = new AtomicLong();
  private final RMNodeViews nodes = activate();

  private RMNodeViews activate() {
    return new RMNodeViews(
        hadoop.context,
        FakeResourceManager.LEADER,
        registrations,
        actors,
        hadoop.clock::get,
        EXPIRY);
  }

  /** It was let in before the plan, and is served after it. */
  @Test
  void shouldStayWithAPlannedDrainWhenARegistrationRepeatsWhatTheNodeWas() {
    // given
    PublishedNode node = PublishedNode.running();
    nodes.show(node.publication());
    nodes.show(node.planned());
    // when
    long number = nodes.nextRegistration(node.node().nodeId());
    nodes.register(registration(node, number, true, List.of(), List.of()));
    // then
    assertThat(nodes.publishedState(node.node().nodeId()).orElseThrow().drain()).isPresent();
  }

  @Test
  void shouldSayInBoundedTimeThatTheListsAreNotKnown() {
    var stranger = PublishedNode.running().node().nodeId();
    assertThat(nodes.isKnown(stranger, Duration.ofMillis(50)).toCompletableFuture())
        .failsWithin(Duration.ofSeconds(10))
        .withThrowableThat()
        .havingRootCause()
        .isInstanceOf(NotKnownException.class)
        .withMessage("the lists are not known yet");

    var patient = nodes.isKnown(stranger, Duration.ofMinutes(1)).toCompletableFuture();
    assertThat(patient).isNotDone();
    nodes.showHosts(hosts(Set.of(), Set.of()));
    assertThat(patient).isCompletedWithValue(false);
  }

  /** A NodeManager that died together with the former leader never says anything to this one. */
  @Test
  void shouldReportANodeOfTheJournalThatNeverComesBackUntilItIsLost() {
    // given
    PublishedNode node = PublishedNode.running();
    nodes.show(node.publication());
    // when
    tick(30);
    assertThat(actors.told(ReportExpiry.class)).isEmpty();
    tick(10);
    // then
    int reports = actors.told(ReportExpiry.class).size();
    assertThat(reports).isPositive();
    tick(10);
    assertThat(actors.told(ReportExpiry.class)).hasSizeGreaterThan(reports);
    // when
    nodes.show(node.isLost().publication());
    actors.told.clear();
    tick(60);
    // then
    assertThat(actors.told(ReportExpiry.class)).isEmpty();
  }

  /** The node may have heard of the registration although nobody waited for its answer any more. */
  @Test
  void shouldExpireANodeThatDiedWhileItsRegistrationWasUnderWay() {
    // given
    PublishedNode node = PublishedNode.running();
    nodes.show(node.publication());
    tick(29);
    long knock = nodes.nextRegistration(node.node().nodeId());
    // when a knock is a sign of life
    tick(29);
    assertThat(actors.told(ReportExpiry.class)).isEmpty();
    // and then there is none
    tick(10);
    // then the fact is not older than what the node knows
    assertThat(actors.told(ReportExpiry.class))
        .isNotEmpty()
        .allSatisfy(fact -> assertThat(fact.stamp().registration()).isEqualTo(knock));
  }

  /** Standby and active again, in one term: the node has heard of the registrations before that. */
  @Test
  void shouldBeHeardThoughAnEarlierActivationOfTheTermKnewMoreRegistrations() {
    // given
    PublishedNode node = PublishedNode.running();
    nodes.show(node.publication());
    long before = nodes.nextRegistration(node.node().nodeId());
    nodes.close();
    RMNodeViews again = activate();
    again.show(node.publication());
    // when it never comes back
    for (int second = 0; second < 40; second++) {
      hadoop.pass(1_000);
      again.tick();
    }
    // then
    assertThat(actors.told(ReportExpiry.class))
        .isNotEmpty()
        .allSatisfy(fact -> assertThat(fact.stamp().registration()).isGreaterThan(before));
    assertThat(again.nextRegistration(node.node().nodeId()))
        .isGreaterThan(actors.told(ReportExpiry.class).get(0).stamp().registration());
  }

  /** After a restart nobody has registered yet, and the lists are known. */
  @Test
  void shouldSendHomeWhoIsOutOfServiceAndExcluded() {
    // given
    PublishedNode node = PublishedNode.running();
    nodes.show(node.isShutDown().publication());
    ebb.domain.NodeId id = node.node().nodeId();
    Map<ebb.domain.NodeId, NodeAddress> register = Map.of(id, new NodeAddress("nm1", "10.0.0.1"));
    assertThat(nodes.mustShutDown(id)).as("while nothing is known of lists").isFalse();
    // when
    nodes.showHosts(
        new HostsInForce(2, settings(Set.of("10.0.0.2"), Set.of()), POLICY, register, false, true));
    assertThat(nodes.mustShutDown(id)).isTrue();
    // when it is included by its address
    nodes.showHosts(
        new HostsInForce(3, settings(Set.of("10.0.0.1"), Set.of()), POLICY, register, false, true));
    assertThat(nodes.mustShutDown(id)).isFalse();
  }

  @Test
  void shouldExpireNobodyWhenItWokeLate() {
    // given
    nodes.show(PublishedNode.running().publication());
    // when
    hadoop.pass(10 * EXPIRY);
    nodes.tick();
    tick(20);
    // then
    assertThat(actors.told(ReportExpiry.class)).isEmpty();
  }

  @Test
  void shouldListAnExcludedHostUntilANodeOfItAppears() {
    // given
    nodes.showHosts(hosts(Set.of(), Set.of("nm1", "nm2")));
    assertThat(hadoop.context.getInactiveRMNodes())
        .containsKeys(NodeId.newInstance("nm1", -1), NodeId.newInstance("nm2", -1));
    assertThat(ClusterMetrics.getMetrics().getNumDecommisionedNMs()).isEqualTo(2);
    // when
    nodes.show(PublishedNode.running().publication());
    // then
    assertThat(hadoop.context.getInactiveRMNodes()).containsOnlyKeys(NodeId.newInstance("nm2", -1));
    assertThat(ClusterMetrics.getMetrics().getNumDecommisionedNMs()).isEqualTo(1);
  }

  @Test
  void shouldListNoPlaceholderForAHostWithAKnownNode() {
    // given
    nodes.show(PublishedNode.running().isDecommissioned().publication());
    // when
    nodes.showHosts(hosts(Set.of(), Set.of("nm1")));
    // then
    assertThat(hadoop.context.getInactiveRMNodes())
        .containsOnlyKeys(NodeId.newInstance("nm1", 45454));
  }

  /** YARN makes such entries at start only. */
  @Test
  void shouldListNoHostThatIsExcludedLater() {
    nodes.showHosts(hosts(Set.of(), Set.of()));
    nodes.showHosts(
        new HostsInForce(2, settings(Set.of(), Set.of("nm1")), POLICY, Map.of(), false, true));

    assertThat(hadoop.context.getInactiveRMNodes()).isEmpty();
  }

  @Test
  void shouldListNoHostOfTheRegisterWhoseNodeHasNotBeenHeardOfYet() {
    nodes.showHosts(
        new HostsInForce(
            1,
            settings(Set.of(), Set.of("nm1")),
            POLICY,
            Map.of(new ebb.domain.NodeId("nm1", 45454), new NodeAddress("nm1", "10.0.0.1")),
            false,
            false));

    assertThat(hadoop.context.getInactiveRMNodes()).isEmpty();
  }

  @Test
  void shouldShowIncludedHostsThatNeverRegisteredAsLostIfThatIsSwitchedOn() {
    // given
    HostsInForce hosts =
        new HostsInForce(
            2, settings(Set.of("nm1", "nm2", "nm3"), Set.of("nm3")), POLICY, Map.of(), true, true);
    nodes.show(new PublishedNode("nm2").registers(true).publication());
    // when
    nodes.showHosts(hosts);
    // then: nm2 is there, and nm3 is excluded
    assertThat(hadoop.context.getInactiveRMNodes())
        .containsOnlyKeys(NodeId.newInstance("nm1", -2), NodeId.newInstance("nm3", -1));
    assertThat(ClusterMetrics.getMetrics().getNumLostNMs()).isEqualTo(1);
    // when it comes after all
    nodes.show(PublishedNode.running().publication());
    // then
    assertThat(ClusterMetrics.getMetrics().getNumLostNMs()).isZero();
    assertThat(hadoop.context.getInactiveRMNodes()).containsOnlyKeys(NodeId.newInstance("nm3", -1));
  }

  @Test
  void shouldForgetAPlaceholderThatNoListNamesForLongerThanTheTimeout() {
    // given
    nodes.showHosts(
        new HostsInForce(1, settings(Set.of("nm1"), Set.of()), POLICY, Map.of(), true, true));
    tick(120);
    assertThat(hadoop.context.getInactiveRMNodes()).hasSize(1);
    // when
    nodes.showHosts(
        new HostsInForce(2, settings(Set.of("nm9"), Set.of()), POLICY, Map.of(), false, true));
    tick(61);
    assertThat(hadoop.context.getInactiveRMNodes()).hasSize(1);
    tick(1);
    // then
    assertThat(hadoop.context.getInactiveRMNodes()).isEmpty();
    assertThat(ClusterMetrics.getMetrics().getNumLostNMs()).isZero();
  }

  @Test
  void shouldForgetANodeThatTheRegisterForgot() {
    // given
    PublishedNode node = PublishedNode.running();
    nodes.show(node.publication());
    nodes.show(node.isShutDown().publication());
    assertThat(ClusterMetrics.getMetrics().getNumShutdownNMs()).isEqualTo(1);
    // when
    nodes.forget(Set.of(node.node().nodeId()));
    // then
    assertThat(hadoop.context.getInactiveRMNodes()).isEmpty();
    assertThat(ClusterMetrics.getMetrics().getNumShutdownNMs()).isZero();
    assertThat(nodes.find(node.node().nodeId())).isEmpty();
    assertThat(nodes.publishedState(node.node().nodeId())).isEmpty();
    // when it comes back
    nodes.show(node.registers(true).publication());
    // then
    assertThat(hadoop.context.getRMNodes()).hasSize(1);
    assertThat(ClusterMetrics.getMetrics().getNumActiveNMs()).isEqualTo(1);
  }

  /** Its NodeManager was admitted again before this side heard that it is forgotten. */
  @Test
  void shouldNotForgetANodeThatHasComeBackMeanwhile() {
    PublishedNode node = PublishedNode.running();
    nodes.show(node.publication());
    nodes.show(node.isShutDown().registers(true).publication());

    nodes.forget(Set.of(node.node().nodeId()));

    assertThat(hadoop.context.getRMNodes()).hasSize(1);
    assertThat(ClusterMetrics.getMetrics().getNumActiveNMs()).isEqualTo(1);
  }

  @Test
  void shouldWaitUntilTheViewShowsARefresh() throws Exception {
    // given
    PublishedNode node = PublishedNode.running();
    nodes.show(node.publication());
    node.drains();
    Set<ebb.domain.NodeId> ids = Set.of(node.node().nodeId());
    CompletableFuture<Boolean> seen =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return nodes.awaitVersion(ids, node.node().listVersion(), Duration.ofSeconds(20));
              } catch (InterruptedException e) {
                return false;
              }
            });
    // when
    nodes.show(node.publication());
    // then
    assertThat(seen.get(10, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void shouldDoNothingOnceTheActivationIsOver() {
    // given
    PublishedNode node = PublishedNode.running();
    nodes.show(node.publication());
    nodes.close();
    actors.told.clear();
    hadoop.events.clear();
    // when
    nodes.show(node.drains().publication());
    tick(60);
    // then
    assertThat(actors.told).isEmpty();
    assertThat(hadoop.events).isEmpty();
  }

  private static final UntrackedPolicy POLICY = UntrackedPolicy.DEFAULT;

  /** What the leader says at first. */
  private static HostsInForce hosts(Set<String> includes, Set<String> excludes) {
    return new HostsInForce(1, settings(includes, excludes), POLICY, Map.of(), false, false);
  }

  private static ListSettings settings(Set<String> includes, Set<String> excludes) {
    Map<String, Optional<DrainTimeout>> excluded = new HashMap<>();
    excludes.forEach(host -> excluded.put(host, Optional.empty()));
    return new ListSettings(
        HostLists.of(includes, excluded), DrainTimeout.INFINITE, Optional.of("/include"));
  }

  private void tick(int seconds) {
    for (int i = 0; i < seconds; i++) {
      hadoop.pass(1_000);
      nodes.tick();
    }
  }
}
