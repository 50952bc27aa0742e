package ebb.hadoop.tracker;

import static ebb.hadoop.heartbeat.Reports.application;
import static ebb.hadoop.heartbeat.Reports.nodeStatus;
import static ebb.hadoop.heartbeat.Reports.registration;
import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import ebb.hadoop.FakeResourceManager;
import ebb.hadoop.node.PublishedNode;
import ebb.hadoop.node.RMNodeViews;
import ebb.hadoop.node.RMNodeViewsActor;
import ebb.hadoop.node.RegistrationAdmission;
import ebb.hadoop.report.FakeActors;
import ebb.hadoop.rpc.SenderRules;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceUtilization;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.api.protocolrecords.NodeHeartbeatRequest;
import org.apache.hadoop.yarn.server.api.protocolrecords.NodeHeartbeatResponse;
import org.apache.hadoop.yarn.server.api.protocolrecords.impl.pb.NodeHeartbeatRequestPBImpl;
import org.apache.hadoop.yarn.server.api.records.MasterKey;
import org.apache.hadoop.yarn.server.api.records.NodeAction;
import org.apache.hadoop.yarn.server.resourcemanager.ClusterMetrics;
import org.apache.hadoop.yarn.server.resourcemanager.NMLivelinessMonitor;
import org.apache.hadoop.yarn.server.resourcemanager.security.NMTokenSecretManagerInRM;
import org.apache.hadoop.yarn.server.resourcemanager.security.RMContainerTokenSecretManager;
import org.apache.hadoop.yarn.server.utils.YarnServerBuilderUtils;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What an answer to a heartbeat carries besides the node's own affairs. */
class EbbResourceTrackerTest {
  private static final ActorTestKit KIT =
      ActorTestKit.create(
          com.typesafe.config.ConfigFactory.parseString(
              "akka.actor.provider = local, akka.actor.serialization-bindings = {}"));

  private final Configuration conf = new YarnConfiguration();
  private final FakeResourceManager rm = new FakeResourceManager();
  private final FakeActors actors = new FakeActors();
  private final RMNodeViews nodes =
      new RMNodeViews(
          rm.context, FakeResourceManager.LEADER, new AtomicLong(), actors, rm.clock::get, 600_000);
  private final RMContainerTokenSecretManager containerKeys =
      new RMContainerTokenSecretManager(conf);
  private final NMTokenSecretManagerInRM nodeKeys = new NMTokenSecretManagerInRM(conf);
  private final PublishedNode node = PublishedNode.running();
  private final EbbResourceTracker tracker =
      new EbbResourceTracker(
          new RmServices(
              rm.context,
              new NMLivelinessMonitor(rm.context.getDispatcher()),
              new MasterKeys(containerKeys, nodeKeys)),
          nodes,
          KIT.<RMNodeViewsActor.Command>createTestProbe().getRef(),
          new RegistrationAdmission(
              KIT.system(),
              KIT.system().ignoreRef(),
              actors,
              Duration.ofSeconds(1),
              java.time.Clock.systemUTC()),
          SenderRules.NONE,
          Runnable::run,
          new PerHostExecutor(Duration.ofSeconds(10)),
          Runnable::run);
  private int lastId;

  @BeforeEach
  void register() {
    containerKeys.rollMasterKey();
    nodeKeys.rollMasterKey();
    nodes.register(registration(node, 2, true, List.of(), List.of()));
  }

  @AfterAll
  static void shutDown() {
    KIT.shutdownTestKit();
  }

  private NodeHeartbeatRequest request() {
    return NodeHeartbeatRequest.newInstance(
        nodeStatus(node, lastId, true, List.of()),
        containerKeys.getCurrentKey(),
        nodeKeys.getCurrentKey(),
        Set.of());
  }

  private NodeHeartbeatResponse beat(NodeHeartbeatRequest request) throws Exception {
    NodeHeartbeatResponse answer = tracker.nodeHeartbeat(request);
    assertThat(answer.getNodeAction()).isEqualTo(NodeAction.NORMAL);
    lastId = answer.getResponseId();
    return answer;
  }

  /** A NodeManager sends it again on a new connection, and two threads take one each. */
  @Test
  void shouldAnswerTheSlowerOfTwoCopiesLikeTheFaster() throws Exception {
    // given
    NodeHeartbeatRequest faster = request();
    List<NodeHeartbeatResponse> answers = new ArrayList<>();
    var slower =
        new NodeHeartbeatRequestPBImpl(((NodeHeartbeatRequestPBImpl) request()).getProto()) {
          // Asked for in the middle of the answer.
          @Override
          public long getTokenSequenceNo() {
            try {
              answers.add(tracker.nodeHeartbeat(faster));
            } catch (YarnException e) {
              throw new IllegalStateException(e);
            }
            return super.getTokenSequenceNo();
          }
        };
    // when
    answers.add(tracker.nodeHeartbeat(slower));
    // then
    assertThat(answers)
        .extracting(NodeHeartbeatResponse::getNodeAction)
        .containsExactly(NodeAction.NORMAL, NodeAction.NORMAL);
    assertThat(answers).extracting(NodeHeartbeatResponse::getResponseId).containsExactly(1, 1);
  }

  @Test
  void shouldHandOutNewKeysWhileTheyRollAndOnce() throws Exception {
    // given keys that do not change
    assertThat(beat(request()).getContainerTokenMasterKey()).isNull();
    assertThat(beat(request()).getNMTokenMasterKey()).isNull();
    // when
    containerKeys.rollMasterKey();
    nodeKeys.rollMasterKey();
    NodeHeartbeatResponse answer = beat(request());
    // then
    assertThat(answer.getContainerTokenMasterKey()).isEqualTo(containerKeys.getNextKey());
    assertThat(answer.getNMTokenMasterKey()).isEqualTo(nodeKeys.getNextKey());
    // when the NodeManager knows them
    NodeHeartbeatRequest knowing = request();
    knowing.setLastKnownContainerTokenMasterKey(answer.getContainerTokenMasterKey());
    knowing.setLastKnownNMTokenMasterKey(answer.getNMTokenMasterKey());
    NodeHeartbeatResponse next = beat(knowing);
    // then
    assertThat(next.getContainerTokenMasterKey()).isNull();
    assertThat(next.getNMTokenMasterKey()).isNull();
  }

  @Test
  void shouldHandKeysToANodeManagerThatNamesNone() throws Exception {
    // given
    containerKeys.rollMasterKey();
    MasterKey next = containerKeys.getNextKey();
    // when
    NodeHeartbeatRequest request = request();
    request.setLastKnownContainerTokenMasterKey(null);
    // then
    assertThat(beat(request).getContainerTokenMasterKey()).isEqualTo(next);
  }

  @Test
  void shouldSendCredentialsOfApplicationsUntilTheirNumberIsKnown() throws Exception {
    // given
    rm.context
        .getSystemCredentialsForApps()
        .put(
            application(1),
            YarnServerBuilderUtils.newSystemCredentialsForAppsProto(
                application(1), java.nio.ByteBuffer.wrap(new byte[] {1})));
    rm.context.incrTokenSequenceNo();
    // when
    NodeHeartbeatResponse answer = beat(request());
    // then
    assertThat(answer.getSystemCredentialsForApps()).hasSize(1);
    assertThat(answer.getTokenSequenceNo()).isEqualTo(rm.context.getTokenSequenceNo());
    // when
    NodeHeartbeatRequest knowing = request();
    knowing.setTokenSequenceNo(answer.getTokenSequenceNo());
    // then
    assertThat(beat(knowing).getSystemCredentialsForApps()).isEmpty();
  }

  @Test
  void shouldAskABusyMachineToBeatLessOften() throws Exception {
    // given
    conf.setLong("yarn.resourcemanager.nodemanagers.heartbeat-interval-ms", 2000);
    conf.setBoolean("yarn.resourcemanager.nodemanagers.heartbeat-interval-scaling-enable", true);
    conf.setLong("yarn.resourcemanager.nodemanagers.heartbeat-interval-min-ms", 1500);
    conf.setLong("yarn.resourcemanager.nodemanagers.heartbeat-interval-max-ms", 2500);
    tracker.updateHeartBeatConfiguration(conf);
    ClusterMetrics.getMetrics().incrCapability(Resource.newInstance(1_000_000, 1_000));
    // when
    NodeHeartbeatRequest busy = request();
    busy.getNodeStatus().setNodeUtilization(ResourceUtilization.newInstance(0, 0, 4f));
    // then the report counts from the next answer on
    assertThat(beat(request()).getNextHeartBeatInterval()).isEqualTo(2000);
    busy.getNodeStatus().setResponseId(lastId);
    beat(busy);
    assertThat(beat(request()).getNextHeartBeatInterval()).isEqualTo(2500);
    // when bounds contradict each other
    conf.setLong("yarn.resourcemanager.nodemanagers.heartbeat-interval-min-ms", 3000);
    tracker.updateHeartBeatConfiguration(conf);
    // then
    assertThat(beat(request()).getNextHeartBeatInterval()).isEqualTo(2000);
  }
}
