package ebb.journal.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import ebb.domain.DecommissionCause;
import ebb.domain.DrainAccount;
import ebb.domain.DrainEnding;
import ebb.domain.DrainTimeout;
import ebb.domain.NodeEvent;
import ebb.domain.NodeEvent.DecommissioningProgressed;
import ebb.domain.NodeEvent.DecommissioningStarted;
import ebb.domain.NodeEvent.DecommissioningTimeoutChanged;
import ebb.domain.NodeEvent.ListVersionAdvanced;
import ebb.domain.NodeEvent.NodeCapacityChanged;
import ebb.domain.NodeEvent.NodeDecommissioned;
import ebb.domain.NodeEvent.NodeHealthChanged;
import ebb.domain.NodeEvent.NodeLost;
import ebb.domain.NodeEvent.NodeRebooted;
import ebb.domain.NodeEvent.NodeRecommissioned;
import ebb.domain.NodeEvent.NodeRegistered;
import ebb.domain.NodeEvent.NodeShutDown;
import ebb.domain.NodeEvent.RecommissionAwaitsRegistration;
import ebb.domain.NodeEvent.RecommissionWithdrawn;
import ebb.domain.NodeId;
import ebb.domain.NodeLifecycle;
import ebb.domain.Resource;
import ebb.domain.TimeoutSource;
import ebb.domain.lists.NodesListEvent.LeadTaken;
import ebb.domain.provenance.AuthMethod;
import ebb.domain.provenance.Origin;
import ebb.domain.provenance.Peer;
import ebb.domain.provenance.Provenance;
import ebb.domain.work.BusyContainer;
import ebb.domain.work.RemainingWork;
import ebb.domain.work.Workload;
import ebb.journal.event.JournalPosition;
import ebb.journal.event.JournaledEvent;
import ebb.journal.replay.NodeStep;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class EventJsonTest {
  private static final Instant T0 = Instant.parse("2026-03-01T10:00:00Z");
  private static final NodeId NODE = new NodeId("host1", 1234);
  private static final Resource SIZE = Resource.of(4096, 4);
  private static final Optional<Peer> PEER =
      Optional.of(new Peer("10.0.0.7", "anna", AuthMethod.SIMPLE));
  private static final Provenance BY =
      new Provenance(T0, "rm1", "anna", Origin.RPC, PEER, Optional.empty(), Optional.empty(), 4);

  private static List<NodeEvent> samples() {
    return List.of(
        new NodeRegistered(NODE, SIZE, true, BY),
        new NodeCapacityChanged(NODE, SIZE, BY),
        new NodeHealthChanged(NODE, false, "disk full", BY),
        new DecommissioningStarted(
            NODE,
            1,
            T0,
            DrainTimeout.ofSeconds(60),
            TimeoutSource.HOST_ENTRY,
            Optional.of(SIZE),
            BY),
        new DecommissioningTimeoutChanged(
            NODE, 1, DrainTimeout.INFINITE, TimeoutSource.REQUEST, BY),
        new NodeRecommissioned(NODE, 1, BY),
        new RecommissionAwaitsRegistration(NODE, BY),
        new RecommissionWithdrawn(NODE, BY),
        new NodeDecommissioned(NODE, 1, DecommissionCause.READY, BY),
        new NodeLost(NODE, BY),
        new NodeRebooted(NODE, BY),
        new NodeShutDown(NODE, BY),
        new ListVersionAdvanced(NODE, BY),
        new DecommissioningProgressed(
            NODE,
            1,
            Optional.of(
                new Workload(
                    1,
                    new TreeSet<>(Set.of("application_1_0001")),
                    List.of(new BusyContainer("container_1", true)))),
            new DrainAccount(9_000, 0, 0, 0, new TreeMap<>()),
            BY));
  }

  @Test
  void shouldHaveASampleOfEachKindOfEvent() {
    assertThat(samples().stream().<Class<?>>map(Object::getClass).toList())
        .containsExactlyInAnyOrderElementsOf(
            Arrays.asList(NodeEvent.class.getPermittedSubclasses()));
  }

  @ParameterizedTest
  @MethodSource("samples")
  void shouldSayInOneLineWhatHappenedAndWhoAsked(NodeEvent event) throws Exception {
    // when
    Map<String, @Nullable Object> json = json(event);
    // then
    assertThat(String.valueOf(json.get("summary")))
        .contains("host1:1234", "by anna via RPC from 10.0.0.7 (unverified)")
        .doesNotContain("\n");
    assertThat(json)
        .containsEntry("sequence", 7L)
        .containsEntry("at", "2026-03-01T10:00:00Z")
        .containsEntry("state", "DECOMMISSIONING")
        .containsEntry("peer", new PeerJson("10.0.0.7", "anna", "SIMPLE", false))
        .hasEntrySatisfying("event", name -> assertThat(name).asString().startsWith("node."));
    assertThat(new ObjectMapper().writeValueAsString(json)).isNotEmpty();
  }

  @Test
  void shouldShowTheDeadlineThatADrainBeganWith() {
    // when
    Map<String, @Nullable Object> json = json(samples().get(3));
    // then
    assertThat(json)
        .containsEntry("epoch", 1L)
        .containsEntry("timeoutSeconds", 60L)
        .containsEntry("timeoutSource", "HOST_ENTRY")
        .containsEntry("deadline", "2026-03-01T10:01:00Z")
        .containsEntry("originalCapacity", new CapacityJson(4096, 4));
  }

  @Test
  void shouldShowAnInfiniteTimeoutAsNull() {
    assertThat(json(samples().get(4)))
        .containsEntry("timeoutSeconds", null)
        .containsEntry("timeoutSource", "REQUEST");
  }

  @Test
  void shouldNameTheCauseOfADecommission() {
    assertThat(json(samples().get(8))).containsEntry("cause", "READY").containsEntry("epoch", 1L);
  }

  @Test
  void shouldCountWhatStillRanWhenADrainEnded() {
    NodeEvent end =
        new DrainEnding(
                Optional.of(
                    new RemainingWork(3, 2, List.of(new BusyContainer("container_1", true)))),
                Optional.of(new DrainAccount(1_000, 0, 0, 500, new TreeMap<>(Map.of("app_1", 9L)))))
            .recordedIn(samples().get(8));

    assertThat(json(end)).containsEntry("containers", 3).containsEntry("applications", 2);
    assertThat(json(end).get("summary"))
        .asString()
        .contains(
            "with 3 containers, 2 applications: container_1 (application master) and 2 more; waited"
                + " 1s for containers, 0.5s unobserved");
    assertThat(json(end))
        .containsEntry("stillRunning", List.of(new BusyContainerJson("container_1", true)))
        .containsEntry(
            "account",
            new DrainAccountJson(
                1_000, 0, 0, 500, 0, List.of(new DrainAccountJson.HeldJson("app_1", 9))));
    assertThat(json(samples().get(8))).containsEntry("containers", null);
  }

  @Test
  void shouldShowWhatARunningDrainWaitsFor() {
    Map<String, @Nullable Object> json = json(samples().get(13));

    assertThat(json)
        .containsEntry("containers", 1)
        .containsEntry("applications", 1)
        .containsEntry("applicationIds", List.of("application_1_0001"))
        .containsEntry("stillRunning", List.of(new BusyContainerJson("container_1", true)));
    assertThat(json.get("summary"))
        .asString()
        .contains("waits for 1 container, 1 application: application_1_0001; waited 9s for");
  }

  private static Map<String, @Nullable Object> json(NodeEvent event) {
    NodeLifecycle before = NodeLifecycle.unregistered(NODE);
    NodeLifecycle after = before.apply(samples().get(3));
    JournalPosition position = new JournalPosition(70, "RMNode|host1:1234", 7);
    return EventJson.of(new NodeStep(new JournaledEvent.OfNode(position, event), before, after));
  }

  @Test
  void shouldShowAnEventOfTheLists() {
    Map<String, @Nullable Object> json =
        EventJson.of(
            new JournaledEvent.OfLists(
                new JournalPosition(9, "NodesListManager|ebb", 2), new LeadTaken(7, BY)));

    assertThat(json)
        .containsEntry("sequence", 2L)
        .containsEntry("event", "lists.lead-taken")
        .containsEntry("state", null)
        .containsEntry("actor", "anna");
    assertThat(json.get("summary")).asString().contains("leads in term 7");
  }
}
