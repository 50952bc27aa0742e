package ebb.hadoop.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.apache.hadoop.ipc.Server.AuthProtocol;
import org.apache.hadoop.ipc.protobuf.RpcHeaderProtos.RpcSaslProto;
import org.apache.hadoop.ipc.protobuf.RpcHeaderProtos.RpcSaslProto.SaslState;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.apache.hadoop.yarn.proto.YarnProtos.LocalResourceProto;
import org.junit.jupiter.api.Test;

class RequestHeadersTest {
  private static final String LONG = "x".repeat(RequestHeaders.LARGEST);

  private static Optional<String> refusalOf(RpcSaslProto envelope) throws Exception {
    return RequestHeaders.refusal(
        RpcPeer.delimited(RpcPeer.header(AuthProtocol.SASL.callId).build(), envelope));
  }

  @Test
  void shouldTakeALargeRequestInAnEnvelope() throws Exception {
    assertThat(
            refusalOf(
                RpcSaslProto.newBuilder()
                    .setState(SaslState.WRAP)
                    .setToken(ByteString.copyFromUtf8(LONG))
                    .build()))
        .isEmpty();
  }

  @Test
  void shouldRefuseAnEnvelopeWithManyFields() throws Exception {
    // given
    RpcSaslProto.Builder envelope = RpcSaslProto.newBuilder().setState(SaslState.WRAP);
    for (int i = 0; i < RequestHeaders.LARGEST; i++) {
      envelope.addAuthsBuilder().setMethod("").setMechanism("");
    }
    // then
    assertThat(refusalOf(envelope.build())).hasValue("its envelope has more than 100 fields");
  }

  @Test
  void shouldTakeALargeRequestWithSmallHeaders() throws Exception {
    var small = LocalResourceProto.getDefaultInstance();
    var large = LocalResourceProto.newBuilder().setPattern(LONG).build();

    assertThat(RequestHeaders.refusal(RpcPeer.delimited(RpcPeer.header(1).build(), small, large)))
        .isEmpty();
    assertThat(RequestHeaders.refusal(RpcPeer.delimited(RpcPeer.header(1).build(), large, small)))
        .hasValueSatisfying(
            refusal -> assertThat(refusal).startsWith("its method's header has 65540 bytes"));
  }

  @Test
  void shouldLeaveWhatIsNoRequestToHadoop() {
    assertThat(RequestHeaders.refusal(new byte[RequestHeaders.LARGEST + 1])).isEmpty();
  }
}
