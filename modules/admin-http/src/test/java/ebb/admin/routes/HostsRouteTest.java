package ebb.admin.routes;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.admin.AdminApiServer.Answer;
import ebb.admin.AdminApiTestBase;
import ebb.domain.Drain;
import ebb.domain.DrainEnding;
import ebb.domain.DrainOutcome;
import ebb.domain.DrainStatus;
import ebb.domain.DrainTimeout;
import ebb.domain.LastDrain;
import ebb.domain.NodeId;
import ebb.domain.NodeLifecycle;
import ebb.domain.NodeState;
import ebb.domain.Resource;
import ebb.domain.TimeoutSource;
import ebb.domain.provenance.Origin;
import ebb.domain.provenance.Provenance;
import ebb.domain.work.Workload;
import ebb.node.DrainProgress;
import ebb.node.NodeStateUpdate;
import ebb.nodeslist.observed.NodeObservation;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostsRouteTest extends AdminApiTestBase {
  private static final NodeId NODE = new NodeId("h1", 1);
  private static final NodeId OTHER = new NodeId("h1", 2);

  private static Provenance ago(long seconds) {
    return new Provenance(
        Instant.now().minusSeconds(seconds),
        "rm1",
        "anna",
        Origin.HTTP,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        3);
  }

  /**
   * @param ended seconds ago; negative for never
   */
  private static NodeStateUpdate node(NodeId id, NodeState state, long ended) {
    boolean drains = state == NodeState.DECOMMISSIONING;
    Drain drain = new Drain(1, ago(60).at(), DrainTimeout.INFINITE, TimeoutSource.REQUEST, ago(60));
    return new NodeStateUpdate(
        3,
        3,
        new NodeLifecycle(
            id,
            state,
            Optional.of(Resource.of(1, 1)),
            state != NodeState.UNHEALTHY,
            1,
            drains ? Optional.of(drain) : Optional.empty(),
            false,
            3,
            List.of(),
            ended < 0
                ? Optional.empty()
                : Optional.of(
                    new LastDrain(
                        Optional.of(drain),
                        DrainOutcome.READY,
                        ago(ended),
                        new DrainEnding(Optional.empty(), Optional.empty()))),
            Optional.empty()),
        drains
            ? Optional.of(
                new DrainProgress(
                    DrainStatus.WAIT_CONTAINER, Optional.of(new Workload(2, new TreeSet<>()))))
            : Optional.empty());
  }

  private static Answer host() throws Exception {
    return api.get("/api/v1/hosts/h1");
  }

  @ParameterizedTest
  @CsvSource({
    "RUNNING, in-service",
    "UNHEALTHY, in-service",
    "DECOMMISSIONING, draining",
    "NEW, unknown",
    "REBOOTED, unknown",
    "LOST, out",
    "DECOMMISSIONED, unknown",
    "SHUTDOWN, unknown"
  })
  void shouldTellFromTheStateOfTheNode(NodeState state, String expected) throws Exception {
    api.leader.knows(node(NODE, state, -1));

    assertThat(host().text("state")).isEqualTo(expected);
    assertThat(host().text("why")).startsWith("h1:1 is " + state);
    assertThat(host().json().at("/nodes/0/nodeState").asText()).isEqualTo(state.name());
  }

  @Test
  void shouldNotAnswerBeforeTheLeaderKnowsAllNodesOfTheHost() throws Exception {
    api.leader.knows(node(NODE, NodeState.LOST, -1));
    api.leader.doesNotKnowYet(new NodeId("h2", 1));
    assertThat(host().text("state")).isEqualTo("out");

    api.leader.doesNotKnowYet(OTHER);
    assertProblem(host(), 503, "leader-unavailable");
  }

  /** A NodeManager hears that it has to shut down at its next heartbeat, and takes some time. */
  @ParameterizedTest
  @CsvSource({
    "100, 5, leaving",
    "200, 100, leaving",
    "200, 140, out",
    "5, 4, leaving",
    "140, 135, out",
    "40, 300, leaving",
    "700, 800, out",
    "100, , leaving",
    "700, , out"
  })
  void shouldWaitForSilence(long ended, Long heard, String expected) throws Exception {
    api.leader.knows(node(NODE, NodeState.DECOMMISSIONED, ended));
    if (heard != null) {
      hears(heard);
    }

    assertThat(host().text("state")).as(host().text("why")).isEqualTo(expected);
  }

  private static void hears(long secondsAgo) {
    api.leader.hasSeen(
        NODE,
        new NodeObservation(
            Optional.of(Instant.now().minusSeconds(secondsAgo)),
            Optional.empty(),
            Optional.empty(),
            Optional.empty()));
  }

  /** After a partition heals, its NodeManager comes back to be told to shut down. */
  @ParameterizedTest
  @CsvSource({"5, leaving", "700, out"})
  void shouldWaitForTheNodeManagerOfALostNodeThatIsThereAgain(long heard, String expected)
      throws Exception {
    api.leader.knows(node(NODE, NodeState.LOST, -1));
    hears(heard);

    assertThat(host().text("state")).isEqualTo(expected);
  }

  /** It came back after that drain, and nothing tells when it unregistered. */
  @Test
  void shouldNotTakeADrainOfLongAgoForTheEndOfANodeManagerThatUnregistered() throws Exception {
    api.leader.knows(node(NODE, NodeState.SHUTDOWN, 86_400));

    assertThat(host().text("state")).isEqualTo("unknown");
  }

  @Test
  void shouldCountNodesThatHaveTheSameAddress() throws Exception {
    NodeId longName = new NodeId("h1.example.org", 1);
    api.leader.knows(node(NODE, NodeState.LOST, -1), node(longName, NodeState.RUNNING, -1));
    api.leader.hasAddress(NODE, "10.0.0.1");
    api.leader.hasAddress(longName, "10.0.0.1");

    assertThat(host().text("state")).isEqualTo("in-service");
  }

  @ParameterizedTest
  @CsvSource({
    "LOST, RUNNING, in-service",
    "LOST, DECOMMISSIONING, draining",
    "RUNNING, DECOMMISSIONING, in-service",
    "LOST, NEW, unknown",
    "LOST, LOST, out"
  })
  void shouldCountEveryNodeOfTheHost(NodeState one, NodeState other, String expected)
      throws Exception {
    api.leader.knows(
        node(NODE, one, -1), node(OTHER, other, -1), node(new NodeId("h2", 1), one, -1));

    assertThat(host().text("state")).isEqualTo(expected);
    assertThat(host().json().path("nodes")).hasSize(2);
  }

  @Test
  void shouldSayWhatADrainWaitsFor() throws Exception {
    api.leader.knows(node(NODE, NodeState.DECOMMISSIONING, -1));

    assertThat(host().text("why"))
        .isEqualTo(
            "h1:1 is DECOMMISSIONING: it waits for 2 containers, 0 applications, without limit");
  }

  @Test
  void shouldTakeAnAddressAndKnowNothingOfOthers() throws Exception {
    api.leader.knows(node(NODE, NodeState.RUNNING, -1));
    api.leader.hasAddress(NODE, "10.0.0.1");

    assertThat(api.get("/api/v1/hosts/10.0.0.1").text("state")).isEqualTo("in-service");
    assertThat(api.get("/api/v1/hosts/h9").text("state")).isEqualTo("unknown");
    assertThat(api.get("/api/v1/hosts/h9").text("why")).isEqualTo("no node of this host is known");
    assertProblem(api.get("/api/v1/hosts/h9?x=1"), 400, "unknown-parameter");
  }
}
