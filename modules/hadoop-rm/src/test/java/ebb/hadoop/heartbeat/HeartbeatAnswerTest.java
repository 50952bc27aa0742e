package ebb.hadoop.heartbeat;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.proto.YarnServerCommonServiceProtos.NodeHeartbeatResponseProto;
import org.apache.hadoop.yarn.server.api.protocolrecords.NodeHeartbeatResponse;
import org.apache.hadoop.yarn.server.api.protocolrecords.impl.pb.NodeHeartbeatResponsePBImpl;
import org.apache.hadoop.yarn.server.api.records.NodeAction;
import org.junit.jupiter.api.Test;

final class HeartbeatAnswerTest {
  private static final ContainerId CONTAINER =
      ContainerId.fromString("container_1700000000000_0001_01_000002");

  private static NodeHeartbeatResponse filled(NodeHeartbeatResponse answer) {
    answer.setResponseId(7);
    answer.setNodeAction(NodeAction.NORMAL);
    answer.setNextHeartBeatInterval(1_000);
    answer.addAllContainersToCleanup(List.of(CONTAINER));
    return answer;
  }

  private static NodeHeartbeatResponseProto written(NodeHeartbeatResponse answer) {
    return ((NodeHeartbeatResponsePBImpl) answer).getProto();
  }

  @Test
  void shouldBeGivenAgainAsItWentOverTheWire() {
    // given
    NodeHeartbeatResponse answer = filled(new HeartbeatAnswer());
    HeartbeatAnswer.Kept kept = HeartbeatAnswer.keep(answer);
    NodeHeartbeatResponseProto first = written(answer);
    // when
    NodeHeartbeatResponse again = kept.answer();
    // then
    assertThat(again).isNotSameAs(answer);
    assertThat(again.getContainersToCleanup()).containsExactly(CONTAINER);
    assertThat(written(again)).isEqualTo(first);
    assertThat(written(kept.answer())).isEqualTo(first);
  }

  @Test
  void shouldBeItselfBeforeItIsWritten() {
    // given
    NodeHeartbeatResponse answer = new HeartbeatAnswer();
    // when
    HeartbeatAnswer.Kept kept = HeartbeatAnswer.keep(answer);
    filled(answer);
    // then
    assertThat(kept.answer()).isSameAs(answer);
  }

  @Test
  void shouldKeepHadoopsOwnAnswersToo() {
    // given
    NodeHeartbeatResponse answer = filled(new NodeHeartbeatResponsePBImpl());
    // when, then
    assertThat(HeartbeatAnswer.keep(answer).answer()).isSameAs(answer);
  }
}
