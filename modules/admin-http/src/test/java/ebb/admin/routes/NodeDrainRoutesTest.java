package ebb.admin.routes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import ebb.domain.DecommissionCause;
import ebb.domain.DrainAccount;
import ebb.domain.DrainStatus;
import ebb.domain.DrainTimeout;
import ebb.domain.NodeEvent;
import ebb.domain.NodeEvent.DecommissioningProgressed;
import ebb.domain.NodeEvent.NodeDecommissioned;
import ebb.domain.NodeId;
import ebb.domain.provenance.Initiator;
import ebb.domain.provenance.Origin;
import ebb.domain.work.RemainingWork;
import ebb.domain.work.Workload;
import ebb.node.DrainProgress;
import ebb.node.NodeStateUpdate;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** How the API shows the drain of a node, and its last one. */
class NodeDrainRoutesTest extends NodesRoutesFixture {
  @Test
  void shouldShowADrainingNodeWithWhatItWaitsForAndUntilWhen() throws Exception {
    // given
    api.leader.knows(
        draining(
            "host1",
            DrainTimeout.ofSeconds(1000),
            Optional.of(
                new DrainProgress(
                    DrainStatus.WAIT_CONTAINER,
                    Optional.of(new Workload(3, new TreeSet<>(List.of("application_1_0002"))))))));
    // when
    JsonNode node = api.get("/api/v1/nodes/host1:1234").json();
    // then
    assertThat(node.path("nodeId").asText()).isEqualTo("host1:1234");
    assertThat(node.path("state").asText()).isEqualTo("DECOMMISSIONING");
    assertThat(node.path("status").asText()).isEqualTo("WAIT_CONTAINER");
    assertThat(node.path("containers").asInt()).isEqualTo(3);
    assertThat(node.path("applications")).hasToString("[\"application_1_0002\"]");
    assertThat(node.path("capacity")).hasToString("{\"memoryMb\":4096,\"vcores\":4}");
    assertThat(node.path("listVersion").asLong()).isEqualTo(4);
    JsonNode drain = node.path("drain");
    assertThat(drain.path("epoch").asLong()).isEqualTo(2);
    assertThat(drain.path("startedAt").asText()).isEqualTo(start.toString());
    assertThat(drain.path("timeoutSeconds").asLong()).isEqualTo(1000);
    assertThat(drain.path("timeoutSource").asText()).isEqualTo("HOST_ENTRY");
    assertThat(drain.path("deadline").asText()).isEqualTo(start.plusSeconds(1000).toString());
    assertThat(drain.path("secondsLeft").asLong()).isCloseTo(900, within(60L));
    assertThat(drain.path("operationId").asText()).isEqualTo("op-9");
    assertThat(drain.path("askedBy").asText()).isEqualTo("anna");
    assertThat(drain.path("origin").asText()).isEqualTo("RPC");
    assertThat(drain.path("reason").asText()).isEqualTo("new kernel");
  }

  @Test
  void shouldShowWhereTheTimeOfARunningDrainWentAsRecordedLast() throws Exception {
    // given a drain that was recorded after ten seconds
    NodeStateUpdate draining = draining("host1", DrainTimeout.INFINITE, Optional.empty());
    api.leader.knows(draining);
    assertThat(api.get("/api/v1/nodes").json().at("/nodes/0/progress").isNull()).isTrue();
    DrainAccount account = new DrainAccount(7_000, 1_000, 2_000, 0, new TreeMap<>());
    NodeEvent progressed =
        new DecommissioningProgressed(
            draining.node().nodeId(),
            2,
            Optional.empty(),
            account,
            Initiator.system("watcher", Origin.TIMER).stamp(start.plusSeconds(10), "rm1", 4));
    api.leader.knows(
        new NodeStateUpdate(5, 5, draining.node().apply(progressed), Optional.empty()));
    // when
    JsonNode progress = api.get("/api/v1/nodes/host1:1234").json().path("progress");
    // then
    assertThat(progress.path("at").asText()).isEqualTo(start.plusSeconds(10).toString());
    assertThat(progress.at("/account/waitContainerMillis").asLong()).isEqualTo(7_000);
    assertThat(progress.at("/account/noReportMillis").asLong()).isEqualTo(2_000);
  }

  @Test
  void shouldShowHowTheLastDrainOfANodeEnded() throws Exception {
    // given a drain of 100 seconds that boris ended by force
    NodeStateUpdate draining = draining("host1", DrainTimeout.ofSeconds(1000), Optional.empty());
    var force =
        new Initiator(
                "boris", Origin.HTTP, Optional.empty(), Optional.of("fire"), Optional.of("op-10"))
            .stamp(start.plusSeconds(100), "rm1", 5);
    NodeId id = draining.node().nodeId();
    NodeEvent end =
        new NodeDecommissioned(
            id,
            2,
            DecommissionCause.FORCED,
            Optional.of(new RemainingWork(3, 2)),
            Optional.empty(),
            force);
    api.leader.knows(new NodeStateUpdate(5, 5, draining.node().apply(end), Optional.empty()));
    // when
    JsonNode node = api.get("/api/v1/nodes/host1:1234").json();
    // then
    JsonNode last = node.path("lastDrain");
    assertThat(node.path("state").asText()).isEqualTo("DECOMMISSIONED");
    assertThat(node.path("drain").isNull()).isTrue();
    assertThat(last.path("outcome").asText()).isEqualTo("FORCED");
    assertThat(last.path("at").asText()).isEqualTo(start.plusSeconds(100).toString());
    assertThat(last.path("seconds").asLong()).isEqualTo(100);
    assertThat(last.path("by").asText()).isEqualTo("boris");
    assertThat(last.path("reason").asText()).isEqualTo("fire");
    assertThat(last.path("containers").asInt()).isEqualTo(3);
    assertThat(last.path("applications").asInt()).isEqualTo(2);
    assertThat(last.path("startedAt").asText()).isEqualTo(start.toString());
    assertThat(last.path("timeoutSeconds").asInt()).isEqualTo(1000);
    assertThat(last.path("askedBy").path("actor").asText()).isEqualTo("anna");
    assertThat(last.path("askedBy").path("reason").asText()).isEqualTo("new kernel");
    assertThat(last.path("endedBy").path("operationId").asText()).isEqualTo("op-10");
    assertThat(api.get("/api/v1/nodes").json().path("nodes").get(0)).isEqualTo(node);
  }

  @Test
  void shouldNotTakeUnknownForNothingToWaitFor() throws Exception {
    // given a draining node of which nobody has reported yet
    api.leader.knows(draining("host1", DrainTimeout.INFINITE, Optional.empty()));
    // when
    JsonNode node = api.get("/api/v1/nodes/host1:1234").json();
    // then
    assertThat(node.path("status").asText()).isEqualTo("WAIT_CONTAINER");
    assertThat(node.path("containers").isNull()).isTrue();
    assertThat(node.path("applications").isNull()).isTrue();
  }

  @Test
  void shouldShowNoDeadlineOfADrainWithoutLimit() throws Exception {
    // given
    api.leader.knows(draining("host1", DrainTimeout.INFINITE, Optional.empty()));
    // when
    JsonNode drain = api.get("/api/v1/nodes/host1:1234").json().path("drain");
    // then
    assertThat(drain.path("timeoutSeconds").isNull()).isTrue();
    assertThat(drain.path("deadline").isNull()).isTrue();
    assertThat(drain.path("secondsLeft").isNull()).isTrue();
  }

  @Test
  void shouldShowNoTimeBelowZero() throws Exception {
    // given a deadline that passed 90 seconds ago
    api.leader.knows(draining("host1", DrainTimeout.ofSeconds(10), Optional.empty()));
    // when
    JsonNode drain = api.get("/api/v1/nodes/host1:1234").json().path("drain");
    // then
    assertThat(drain.path("secondsLeft").asLong()).isZero();
  }

  /** The journal cannot be written, so the node has not said that it is over. */
  @Test
  void shouldShowThatADeadlineHasPassedAlsoWhileTheNodeDoesNotSaySo() throws Exception {
    // given a deadline that passed 90 seconds ago, and one that is to come
    var waits = new DrainProgress(DrainStatus.WAIT_APP, Optional.empty());
    api.leader.knows(
        draining("host1", DrainTimeout.ofSeconds(10), Optional.of(waits)),
        draining("host2", DrainTimeout.ofSeconds(10), Optional.empty()),
        draining("host3", DrainTimeout.ofSeconds(1000), Optional.of(waits)));
    // when
    JsonNode node = api.get("/api/v1/nodes/host1:1234").json();
    JsonNode late = api.get("/api/v1/nodes?substatus=TIMEOUT").json().path("nodes");
    JsonNode waiting = api.get("/api/v1/nodes?substatus=WAIT_APP").json().path("nodes");
    // then
    assertThat(node.path("status").asText()).isEqualTo("TIMEOUT");
    assertThat(late.findValuesAsText("nodeId")).containsExactly("host1:1234", "host2:1234");
    assertThat(late.findValuesAsText("status")).containsOnly("TIMEOUT");
    assertThat(waiting.findValuesAsText("nodeId")).containsExactly("host3:1234");
  }

  @Test
  void shouldShowNoDrainOfANodeThatRuns() throws Exception {
    // given a node whose progress of an ended drain lingers
    NodeStateUpdate running = running("host1");
    api.leader.knows(
        new NodeStateUpdate(
            running.revision(),
            running.update(),
            running.node(),
            Optional.of(new DrainProgress(DrainStatus.READY, Optional.of(Workload.NOTHING)))));
    // when
    JsonNode node = api.get("/api/v1/nodes/host1:1234").json();
    // then
    assertThat(node.path("state").asText()).isEqualTo("RUNNING");
    assertThat(node.path("status").isNull()).isTrue();
    assertThat(node.path("containers").isNull()).isTrue();
    assertThat(node.path("drain").isNull()).isTrue();
  }
}
