package ebb.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.node.NodeCommand.Acknowledge;
import ebb.node.NodeCommand.ReportExpiry;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.server.resourcemanager.ClusterMetrics;
import org.junit.jupiter.api.Test;

class LiveNodesTest {
  private static final long EXPIRY = 30_000;

  private final FakeResourceManager hadoop = new FakeResourceManager();
  private final FakeActors actors = new FakeActors();
  private final LiveNodes nodes =
      new LiveNodes(hadoop.context, FakeResourceManager.TERM, actors, hadoop.clock::get, EXPIRY);

  @Test
  void shouldAcknowledgeWhatItObeys() {
    // given
    PublishedNode node = PublishedNode.running();
    // when
    nodes.obey(node.publication());
    nodes.obey(node.drains().publication());
    // then
    assertThat(actors.told(Acknowledge.class))
        .containsExactly(
            new Acknowledge(FakeResourceManager.TERM, 1),
            new Acknowledge(FakeResourceManager.TERM, 2));
  }

  /** A NodeManager that died together with the former leader never says anything to this one. */
  @Test
  void shouldReportANodeOfTheJournalThatNeverComesBackUntilItIsLost() {
    // given
    PublishedNode node = PublishedNode.running();
    nodes.obey(node.publication());
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
    nodes.obey(node.isLost().publication());
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
    nodes.obey(node.publication());
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

  @Test
  void shouldExpireNobodyWhenItWokeLate() {
    // given
    nodes.obey(PublishedNode.running().publication());
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
    nodes.addPlaceholders(Set.of("nm1", "nm2"), 3);
    assertThat(hadoop.context.getInactiveRMNodes())
        .containsKeys(NodeId.newInstance("nm1", -1), NodeId.newInstance("nm2", -1));
    assertThat(ClusterMetrics.getMetrics().getNumDecommisionedNMs()).isEqualTo(2);
    // when
    nodes.obey(PublishedNode.running().publication());
    // then
    assertThat(hadoop.context.getInactiveRMNodes()).containsOnlyKeys(NodeId.newInstance("nm2", -1));
    assertThat(ClusterMetrics.getMetrics().getNumDecommisionedNMs()).isEqualTo(1);
  }

  @Test
  void shouldListNoPlaceholderForAHostWithAKnownNode() {
    // given
    nodes.obey(PublishedNode.running().isDecommissioned().publication());
    // when
    nodes.addPlaceholders(Set.of("nm1"), 3);
    // then
    assertThat(hadoop.context.getInactiveRMNodes())
        .containsOnlyKeys(NodeId.newInstance("nm1", 45454));
  }

  @Test
  void shouldWaitUntilTheViewShowsARefresh() throws Exception {
    // given
    PublishedNode node = PublishedNode.running();
    nodes.obey(node.publication());
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
    nodes.obey(node.publication());
    // then
    assertThat(seen.get(10, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void shouldDoNothingOnceTheActivationIsOver() {
    // given
    PublishedNode node = PublishedNode.running();
    nodes.obey(node.publication());
    nodes.close();
    actors.told.clear();
    hadoop.events.clear();
    // when
    nodes.obey(node.drains().publication());
    tick(60);
    // then
    assertThat(actors.told).isEmpty();
    assertThat(hadoop.events).isEmpty();
  }

  private void tick(int seconds) {
    for (int i = 0; i < seconds; i++) {
      hadoop.pass(1_000);
      nodes.tick();
    }
  }
}
