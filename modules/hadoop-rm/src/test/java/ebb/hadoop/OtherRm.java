package ebb.hadoop;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ha.HAServiceProtocol;
import org.apache.hadoop.ha.HAServiceStatus;
import org.apache.hadoop.ha.proto.HAServiceProtocolProtos.HAServiceProtocolService;
import org.apache.hadoop.ha.protocolPB.HAServiceProtocolPB;
import org.apache.hadoop.ha.protocolPB.HAServiceProtocolServerSideTranslatorPB;
import org.apache.hadoop.ipc.ProtobufRpcEngine2;
import org.apache.hadoop.ipc.RPC;

/** The other ResourceManager of a pair, which answers requests for its state: it is standby. */
final class OtherRm implements HAServiceProtocol, AutoCloseable {
  private final AtomicInteger statusCalls = new AtomicInteger();
  private final RPC.Server server;

  OtherRm() throws IOException {
    Configuration conf = new Configuration(false);
    RPC.setProtocolEngine(conf, HAServiceProtocolPB.class, ProtobufRpcEngine2.class);
    server =
        new RPC.Builder(conf)
            .setProtocol(HAServiceProtocolPB.class)
            .setInstance(
                HAServiceProtocolService.newReflectiveBlockingService(
                    new HAServiceProtocolServerSideTranslatorPB(this)))
            .setBindAddress("localhost")
            .setPort(0)
            .build();
    server.start();
  }

  String address() {
    return "localhost:" + server.getListenerAddress().getPort();
  }

  int statusCalls() {
    return statusCalls.get();
  }

  @Override
  public HAServiceStatus getServiceStatus() {
    statusCalls.incrementAndGet();
    return new HAServiceStatus(HAServiceState.STANDBY).setReadyToBecomeActive();
  }

  @Override
  public void monitorHealth() {}

  @Override
  public void transitionToActive(StateChangeRequestInfo request) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void transitionToStandby(StateChangeRequestInfo request) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void transitionToObserver(StateChangeRequestInfo request) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void close() {
    server.stop();
  }
}
