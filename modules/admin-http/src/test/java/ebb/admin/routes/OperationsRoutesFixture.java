package ebb.admin.routes;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.admin.AdminApiTestBase;
import ebb.domain.Drain;
import ebb.domain.DrainTimeout;
import ebb.domain.NodeId;
import ebb.domain.NodeLifecycle;
import ebb.domain.NodeState;
import ebb.domain.Resource;
import ebb.domain.TimeoutSource;
import ebb.domain.provenance.AuthMethod;
import ebb.domain.provenance.Origin;
import ebb.domain.provenance.Peer;
import ebb.domain.provenance.Provenance;
import ebb.node.NodeStateUpdate;
import ebb.nodeslist.protocol.NodesListCommand;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A drain that an operation began. */
abstract class OperationsRoutesFixture extends AdminApiTestBase {
  static final NodeId HOST1 = new NodeId("host1", 1234);
  static final Instant START = Instant.parse("2026-11-22T08:00:00Z");

  static final Provenance BY =
      new Provenance(
          START,
          "rm1",
          "anna",
          Origin.HTTP,
          Optional.of(new Peer("10.0.0.7", "anna@EXAMPLE.ORG", AuthMethod.KERBEROS)),
          Optional.of("kernel"),
          Optional.of("op-9"),
          4);

  static NodesListCommand asked() throws InterruptedException {
    NodesListCommand asked = api.leader.operationQuestions.poll(5, TimeUnit.SECONDS);
    assertThat(asked).isNotNull();
    return asked;
  }

  static NodeStateUpdate draining(NodeId node) {
    return draining(node, DrainTimeout.INFINITE);
  }

  static NodeStateUpdate draining(NodeId node, DrainTimeout timeout) {
    Drain drain = new Drain(2, START, timeout, TimeoutSource.OPERATOR, BY);
    return new NodeStateUpdate(
        4,
        4,
        new NodeLifecycle(
            node,
            NodeState.DECOMMISSIONING,
            Optional.of(Resource.of(4096, 4)),
            true,
            2,
            Optional.of(drain),
            false,
            4),
        Optional.empty());
  }
}
