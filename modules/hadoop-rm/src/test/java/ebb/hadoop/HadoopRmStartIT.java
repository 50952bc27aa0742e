package ebb.hadoop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.Props;
import akka.actor.typed.javadsl.Behaviors;
import ebb.hadoop.config.EbbConfiguration;
import ebb.nodeslist.protocol.LeaderCommand;
import ebb.nodeslist.protocol.NodesListCommand;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.server.api.records.NodeAction;
import org.apache.hadoop.yarn.server.resourcemanager.ClusterMetrics;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What happens around the start of Hadoop's ResourceManager, and while its actors are silent. */
class HadoopRmStartIT {
  @TempDir Path folder;
  HadoopFolder conf;
  EbbCluster cluster;
  HadoopRm rm;
  long term;

  @BeforeEach
  void startCluster() throws Exception {
    conf = HadoopFolder.in(folder);
    conf.exclude("ghost");
    EbbConfiguration configuration = EbbConfiguration.of(conf.path(), folder.resolve("data"));
    cluster = new EbbCluster(configuration.listSource());
    rm = new HadoopRm(cluster.system(), configuration, cluster.rows(), Clock.systemUTC());
  }

  @AfterEach
  void stopEverything() throws Exception {
    rm.stop().toCompletableFuture().get(60, TimeUnit.SECONDS);
    cluster.close();
  }

  /**
   * A NodeManager whose registration cannot be decided waits, is asked to try again instead of
   * being sent home, and comes in as soon as it can.
   */
  @Test
  void shouldKeepANodeManagerWaitingWhileNobodyDecides() throws Exception {
    // given a leader that loses the first question
    conf.set("yarn.resourcemanager.connect.retry-interval.ms", "200");
    AtomicInteger questions = new AtomicInteger();
    start(forgetful(cluster.leader(), questions));
    Configuration client = EbbConfiguration.of(conf.path(), folder.resolve("client")).load();
    try (SimulatedNodeManager node = SimulatedNodeManager.of("127.0.0.21", client)) {
      // when
      NodeAction action = node.register().getNodeAction();
      // then
      assertThat(action).isEqualTo(NodeAction.NORMAL);
      assertThat(questions).hasValue(2);
      assertThat(node.heartbeat().getNodeAction()).isEqualTo(NodeAction.NORMAL);
    }
    // and an excluded host that never registered is listed
    await()
        .atMost(Duration.ofSeconds(20))
        .untilAsserted(
            () ->
                assertThat(Rest.get(conf, "/ws/v1/cluster/nodes"))
                    .contains("\"id\":\"ghost:-1\"")
                    .contains("DECOMMISSIONED"));
  }

  @Test
  void shouldNameThePortThatIsInUse() throws Exception {
    try (ServerSocket occupied = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      // given
      conf.set(
          "yarn.resourcemanager.resource-tracker.address", "localhost:" + occupied.getLocalPort());
      prepare();
      // when, then
      assertThatThrownBy(() -> start(cluster.leader()))
          .hasRootCauseInstanceOf(java.net.BindException.class)
          .cause()
          .isInstanceOf(HadoopStartException.class)
          .hasMessageContaining("localhost:" + occupied.getLocalPort());
    }
    // and the next try is not hindered by the failed one
    conf.set("yarn.resourcemanager.resource-tracker.address", "localhost:0");
    start(cluster.leader());
  }

  /** The yarn-site.xml of a pair, as it is in use with YARN, except that no ZooKeeper is needed. */
  @Test
  void shouldBecomeActiveWithHaSettings() throws Exception {
    // given
    conf.pairWith("localhost:1");
    prepare();
    // when
    start(cluster.leader());
    // then
    assertThat(Rest.get(conf, "/ws/v1/cluster/info")).contains("\"haState\":\"ACTIVE\"");
  }

  @Test
  void shouldLeadWithWhatWasPreparedAndOpenNoPortBefore() throws Exception {
    // given
    prepare();
    assertThatThrownBy(() -> Rest.get(conf, "/ws/v1/cluster/info"))
        .isInstanceOf(ConnectException.class);
    EbbResourceManager prepared = rm.running().orElseThrow();
    // when
    start(cluster.leader());
    // then
    assertThat(rm.running()).containsSame(prepared);
    assertThat(Rest.get(conf, "/ws/v1/cluster/info")).contains("\"haState\":\"ACTIVE\"");
    shouldServe("127.0.0.22");
  }

  @Test
  void shouldLeadWithWhatIsConfiguredAndNotWithWhatWasPrepared() throws Exception {
    // given
    prepare();
    conf.set("yarn.scheduler.maximum-allocation-mb", "12345");
    // when
    start(cluster.leader());
    // then
    assertThat(Rest.get(conf, "/ws/v1/cluster/scheduler")).contains("12345");
    shouldServe("127.0.0.23");
  }

  /** It is told when it is to lead, and may have been mended by then. */
  @Test
  void shouldNotMindThatNothingCanBePrepared() throws Exception {
    // given
    conf.set("yarn.scheduler.maximum-allocation-mb", "-1");
    prepare();
    assertThat(rm.running()).isEmpty();
    assertThatThrownBy(() -> start(cluster.leader()))
        .cause()
        .isInstanceOf(HadoopStartException.class);
    // when
    conf.set("yarn.scheduler.maximum-allocation-mb", "8192");
    start(cluster.leader());
    // then
    shouldServe("127.0.0.24");
  }

  /** A plug-in that was built for another Hadoop fails with an Error, as often as it is tried. */
  @Test
  void shouldSayWhatIsWrongWithAClassThatCannotBeUsed() throws Exception {
    // given
    conf.set("yarn.resourcemanager.scheduler.class", Unusable.class.getName());
    prepare();
    assertThat(rm.running()).isEmpty();
    // then
    assertThatThrownBy(() -> start(cluster.leader()))
        .cause()
        .isInstanceOf(HadoopStartException.class)
        .hasMessageContaining(Unusable.class.getName());
    // when
    conf.set("yarn.resourcemanager.scheduler.class", CapacityScheduler.class.getName());
    start(cluster.leader());
    // then
    shouldServe("127.0.0.25");
  }

  static final class Unusable extends CapacityScheduler {
    static {
      if (!Files.exists(Path.of("/nowhere"))) {
        throw new IllegalStateException("built for another Hadoop");
      }
    }
  }

  private void shouldServe(String host) throws Exception {
    Configuration client = EbbConfiguration.of(conf.path(), folder.resolve("client")).load();
    try (SimulatedNodeManager node = SimulatedNodeManager.of(host, client)) {
      assertThat(node.register().getNodeAction()).isEqualTo(NodeAction.NORMAL);
      assertThat(node.heartbeat().getNodeAction()).isEqualTo(NodeAction.NORMAL);
    }
  }

  private void prepare() throws Exception {
    rm.prepare().toCompletableFuture().get(90, TimeUnit.SECONDS);
  }

  /** Hadoop's counters are static: they outlive the ResourceManager that counted. */
  @Test
  void shouldStartWithoutTheCountsOfAnEarlierResourceManager() throws Exception {
    // given
    ClusterMetrics.getMetrics().incrNumActiveNodes();
    // when
    start(cluster.leader());
    // then
    assertThat(Rest.get(conf, "/ws/v1/cluster/metrics")).contains("\"activeNodes\":0");
  }

  private void start(ActorRef<LeaderCommand> leader) throws Exception {
    term++;
    rm.start(cluster.leaderOf(term), leader).toCompletableFuture().get(90, TimeUnit.SECONDS);
  }

  private ActorRef<LeaderCommand> forgetful(
      ActorRef<LeaderCommand> leader, AtomicInteger questions) {
    Behavior<LeaderCommand> behavior =
        Behaviors.receiveMessage(
            message -> {
              boolean lost =
                  message instanceof NodesListCommand.AdmitNode && questions.incrementAndGet() == 1;
              if (!lost) {
                leader.tell(message);
              }
              return Behaviors.same();
            });
    return cluster.system().systemActorOf(behavior, "forgetful", Props.empty());
  }
}
