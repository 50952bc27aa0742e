package ebb.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.proto.YarnProtos.ContainerStateProto;
import org.apache.hadoop.yarn.proto.YarnProtos.ContainerStatusProto;
import org.apache.hadoop.yarn.proto.YarnServerCommonProtos.MasterKeyProto;
import org.apache.hadoop.yarn.proto.YarnServerCommonProtos.NodeActionProto;
import org.apache.hadoop.yarn.proto.YarnServerCommonServiceProtos.NodeHeartbeatResponseProto;
import org.apache.hadoop.yarn.proto.YarnServerCommonServiceProtos.RegisterNodeManagerResponseProto;
import org.junit.jupiter.api.Test;

class SimulatedNodeTest {
  private static final ApplicationId APPLICATION = ApplicationId.newInstance(1, 1);

  private final SimulatedNode node = new SimulatedNode(0, 2048, 2);

  @Test
  void shouldBeatWithTheNumberOfTheLastAnswer() {
    register();
    assertThat(node.heartbeat().getNodeStatus().getResponseId()).isZero();
    node.answered(answer(1).build());
    assertThat(node.heartbeat().getNodeStatus().getResponseId()).isEqualTo(1);
  }

  @Test
  void shouldSayWhichKeysItKnows() {
    register();
    assertThat(node.heartbeat().getLastKnownContainerTokenMasterKey()).isEqualTo(key(1));
    node.answered(answer(1).setContainerTokenMasterKey(key(3)).build());
    assertThat(node.heartbeat().getLastKnownContainerTokenMasterKey()).isEqualTo(key(3));
    assertThat(node.heartbeat().getLastKnownNmTokenMasterKey()).isEqualTo(key(2));
  }

  @Test
  void shouldReportAContainerInEveryHeartbeatUntilItsEndIsHeard() {
    register();
    node.start(container(7));
    assertThat(states()).containsExactly(ContainerStateProto.C_RUNNING);
    node.answered(answer(1).build());
    assertThat(states()).containsExactly(ContainerStateProto.C_RUNNING);

    // when it is told to end it
    node.answered(answer(2).addContainersToCleanup(container(7).id()).build());

    // then it reports the end until an answer shows that it was received
    assertThat(states()).containsExactly(ContainerStateProto.C_COMPLETE);
    assertThat(states()).containsExactly(ContainerStateProto.C_COMPLETE);
    node.answered(answer(3).build());
    assertThat(states()).isEmpty();
  }

  @Test
  void shouldReportOnceMoreTheContainersThatEndedByThemselves() {
    // given
    register();
    node.start(container(7));
    // when
    node.endContainers();
    // then
    assertThat(node.running()).isZero();
    assertThat(killed()).isEmpty();
    assertThat(node.heartbeat().getNodeStatus().getContainersStatuses(0).getExitStatus()).isZero();
    assertThat(states()).containsExactly(ContainerStateProto.C_COMPLETE);
    node.answered(answer(1).build());
    assertThat(states()).isEmpty();
  }

  @Test
  void shouldEndAllContainersOfAnApplicationThatEnded() {
    register();
    node.start(container(7));
    node.start(container(8));
    node.answered(answer(1).addApplicationsToCleanup(container(7).application()).build());
    assertThat(states())
        .containsExactly(ContainerStateProto.C_COMPLETE, ContainerStateProto.C_COMPLETE);
    assertThat(node.running()).isZero();
    assertThat(killed()).containsExactly(7L, 8L);
  }

  @Test
  void shouldRegisterAgainWithItsContainersWhenToldToResync() {
    register();
    node.start(container(7));
    node.answered(answer(1).setNodeAction(NodeActionProto.RESYNC).build());

    assertThat(node.mode()).isEqualTo(SimulatedNode.Mode.TO_REGISTER);
    var registration = node.registration();
    assertThat(registration.getContainerStatusesList())
        .extracting(each -> each.getContainerState())
        .containsExactly(ContainerStateProto.C_RUNNING);
    assertThat(registration.getRunningApplicationsList())
        .containsExactly(container(7).application());
    register();
    assertThat(node.heartbeat().getNodeStatus().getResponseId()).isZero();
  }

  @Test
  void shouldLoseItsContainersWhenToldToShutDown() {
    register();
    node.start(container(7));
    node.start(container(8));
    node.answered(answer(1).addContainersToCleanup(container(8).id()).build());
    node.answered(answer(2).setNodeAction(NodeActionProto.SHUTDOWN).build());
    assertThat(node.mode()).isEqualTo(SimulatedNode.Mode.SHUT_DOWN);
    assertThat(node.running()).isZero();
    assertThat(killed()).containsExactly(8L, 7L);

    // a stopped machine starts nothing
    node.start(container(9));
    assertThat(node.running()).isZero();

    node.startAgain();
    assertThat(node.registration().getContainerStatusesList()).isEmpty();
  }

  @Test
  void shouldStayAwayWhenItsRegistrationIsRefused() {
    node.registered(
        RegisterNodeManagerResponseProto.newBuilder()
            .setNodeAction(NodeActionProto.SHUTDOWN)
            .build());
    assertThat(node.mode()).isEqualTo(SimulatedNode.Mode.SHUT_DOWN);
  }

  private void register() {
    node.registered(
        RegisterNodeManagerResponseProto.newBuilder()
            .setNodeAction(NodeActionProto.NORMAL)
            .setContainerTokenMasterKey(key(1))
            .setNmTokenMasterKey(key(2))
            .build());
  }

  private List<ContainerStateProto> states() {
    return node.heartbeat().getNodeStatus().getContainersStatusesList().stream()
        .map(ContainerStatusProto::getState)
        .toList();
  }

  private List<Long> killed() {
    return node.killed().stream()
        .map(each -> ContainerId.fromString(each.container()).getContainerId())
        .toList();
  }

  private static NodeHeartbeatResponseProto.Builder answer(int responseId) {
    return NodeHeartbeatResponseProto.newBuilder()
        .setResponseId(responseId)
        .setNodeAction(NodeActionProto.NORMAL);
  }

  private static MasterKeyProto key(int id) {
    return MasterKeyProto.newBuilder().setKeyId(id).build();
  }

  private static SimulatedContainer container(long number) {
    return SimulatedContainer.of(
        Container.newInstance(
            ContainerId.newContainerId(ApplicationAttemptId.newInstance(APPLICATION, 1), number),
            NodeId.newInstance(FleetSettings.host(0), FleetSettings.port()),
            "",
            Resource.newInstance(1024, 1),
            Priority.newInstance(1),
            null));
  }
}
