package ebb.hadoop.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.thirdparty.protobuf.UnknownFieldSet;
import org.apache.hadoop.yarn.proto.YarnProtos.ContainerStatusProto;
import org.apache.hadoop.yarn.proto.YarnProtos.LocalResourceProto;
import org.apache.hadoop.yarn.proto.YarnServerCommonProtos.NodeStatusProto;
import org.apache.hadoop.yarn.proto.YarnServerCommonServiceProtos.NodeHeartbeatRequestProto;
import org.junit.jupiter.api.Test;

class FieldCountTest {

  private static boolean hasAtMost(int most, NodeHeartbeatRequestProto heartbeat) throws Exception {
    return FieldCount.isAtMost(
        most, heartbeat.toByteArray(), NodeHeartbeatRequestProto.getDescriptor());
  }

  @Test
  void shouldCountWhatIsInTheListsOfAPart() throws Exception {
    // given a status with a list of ten empty containers, which is a field of the heartbeat itself
    NodeStatusProto.Builder status = NodeStatusProto.newBuilder();
    for (int i = 0; i < 10; i++) {
      status.addContainersStatuses(ContainerStatusProto.getDefaultInstance());
    }
    var heartbeat = NodeHeartbeatRequestProto.newBuilder().setNodeStatus(status).build();
    // then
    assertThat(hasAtMost(11, heartbeat)).isTrue();
    assertThat(hasAtMost(10, heartbeat)).isFalse();
  }

  @Test
  void shouldCountWhatTheProtocolDoesNotKnow() throws Exception {
    // given a field of a later release, with many values
    UnknownFieldSet.Field.Builder values = UnknownFieldSet.Field.newBuilder();
    for (int i = 0; i < 10; i++) {
      values.addVarint(i);
    }
    var heartbeat =
        NodeHeartbeatRequestProto.newBuilder()
            .setUnknownFields(UnknownFieldSet.newBuilder().addField(999, values.build()).build())
            .build();
    // then
    assertThat(hasAtMost(10, heartbeat)).isTrue();
    assertThat(hasAtMost(9, heartbeat)).isFalse();
  }

  @Test
  void shouldCountWhatIsNestedInAnUnknownGroup() throws Exception {
    // given
    UnknownFieldSet.Builder inner = UnknownFieldSet.newBuilder();
    for (int i = 1; i <= 10; i++) {
      inner.addField(i, UnknownFieldSet.Field.newBuilder().addVarint(i).build());
    }
    var group = UnknownFieldSet.Field.newBuilder().addGroup(inner.build()).build();
    var heartbeat =
        NodeHeartbeatRequestProto.newBuilder()
            .setUnknownFields(UnknownFieldSet.newBuilder().addField(999, group).build())
            .build();
    // then: both ends of the group count
    assertThat(hasAtMost(12, heartbeat)).isTrue();
    assertThat(hasAtMost(11, heartbeat)).isFalse();
  }

  @Test
  void shouldCountALongTextOnce() throws Exception {
    String text = "x".repeat(100_000);
    var resource = LocalResourceProto.newBuilder().setPattern(text).build();

    assertThat(FieldCount.isAtMost(1, resource.toByteArray(), LocalResourceProto.getDescriptor()))
        .isTrue();
  }
}
