package ebb.journal.replay;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.domain.NodeEvent;
import ebb.domain.NodeLifecycle;
import ebb.domain.lists.NodesListEvent;
import ebb.journal.SampleEvents;
import ebb.journal.event.JournalPosition;
import ebb.journal.event.JournaledEvent;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class HistoryLineTest {

  @Test
  void shouldTellADrain() {
    assertThat(
            lines(
                "node.registered:1",
                "node.decommissioning-started:1",
                "node.timeout-changed:1",
                "node.decommissioned:1"))
        .containsExactly(
            "2026-11-22T08:01:00Z  worker-1.example.org:45454  RUNNING  registered with 8192 MB, 8"
                + " vcores, yarn.io/gpu 2; by system via REGISTRATION, list version 17, on ebb-1",
            "2026-11-22T08:00:00.123Z  worker-1.example.org:45454  DECOMMISSIONING  drain 3 started"
                + " 2026-11-22T08:00:00Z, timeout 1h from the configuration, deadline"
                + " 2026-11-22T09:00:00Z; by alice via RPC from 10.0.0.7 as alice@EXAMPLE.ORG,"
                + " reason \"kernel update\", operation op-17, list version 17, on ebb-1",
            "2026-11-22T08:00:00.123Z  worker-1.example.org:45454  DECOMMISSIONING  drain 3 got"
                + " another timeout, timeout infinite from the request, deadline none; by alice via"
                + " HTTP from 10.0.0.7 as alice@EXAMPLE.ORG, reason \"kernel update\", operation"
                + " op-17, list version 17, on ebb-1",
            "2026-11-22T08:01:00Z  worker-1.example.org:45454  DECOMMISSIONED  decommissioned at"
                + " its deadline (TIMEOUT), ends drain 3 of alice; by system via TIMER, list"
                + " version 17, on ebb-1");
  }

  @Test
  void shouldSayWhichDrainALossEnded() {
    assertThat(lines("node.registered:1", "node.decommissioning-started:1", "node.lost:1").get(2))
        .contains("LOST  lost: no heartbeat for the expiry interval, ends drain 3 of alice");
  }

  static Stream<NodeEvent> nodeEvents() {
    return SampleEvents.all().values().stream()
        .filter(NodeEvent.class::isInstance)
        .map(NodeEvent.class::cast);
  }

  @ParameterizedTest
  @MethodSource("nodeEvents")
  void shouldHaveOneLineForEveryEventOfANode(NodeEvent event) {
    // given
    NodeLifecycle draining =
        NodeLifecycle.unregistered(SampleEvents.NODE)
            .apply((NodeEvent) SampleEvents.of("node.registered:1"))
            .apply((NodeEvent) SampleEvents.of("node.decommissioning-started:1"));
    // when
    String line = HistoryLine.of(new NodeStep(row(3, event), draining, draining));
    // then
    assertThat(line).contains("worker-1.example.org:45454").contains("on ebb-1").hasLineCount(1);
  }

  static Stream<NodesListEvent> listEvents() {
    return SampleEvents.all().values().stream()
        .filter(NodesListEvent.class::isInstance)
        .map(NodesListEvent.class::cast);
  }

  @ParameterizedTest
  @MethodSource("listEvents")
  void shouldHaveOneLineForEveryEventOfTheLists(NodesListEvent event) {
    var position = new JournalPosition(1, "NodesListManager", 1);
    assertThat(HistoryLine.of(new JournaledEvent.OfLists(position, event)))
        .contains("  lists  ")
        .contains("on ebb-1")
        .hasLineCount(1);
  }

  /** A health script, a user and an operator may have written anything. */
  @Test
  void shouldKeepForeignTextInItsLine() {
    NodeLifecycle running =
        NodeLifecycle.unregistered(SampleEvents.NODE)
            .apply((NodeEvent) SampleEvents.of("node.registered:1"));
    NodeEvent unhealthy =
        new NodeEvent.NodeHealthChanged(
            SampleEvents.NODE,
            false,
            "disk\u001b[2K\n2026-11-22T08:00:00Z  h:1  LOST  lost; by \u202eecila",
            ((NodeEvent) SampleEvents.of("node.registered:1")).by());
    assertThat(HistoryLine.of(new NodeStep(row(2, unhealthy), running, running)))
        .contains("disk\\u{1b}[2K\\u{a}2026-11-22T08:00:00Z  h:1  LOST  lost; by \\u{202e}ecila")
        .hasLineCount(1);
  }

  @Test
  void shouldNameTheNodesOfARefresh() {
    var position = new JournalPosition(1, "NodesListManager", 1);
    assertThat(HistoryLine.of(new JournaledEvent.OfLists(position, SampleEvents.refresh())))
        .contains("refresh 17 GRACEFUL accepted, timeout 1.5s, configured 1h")
        .contains("worker-5.example.org:45454 was RUNNING and is NOT_INCLUDED");
  }

  private static List<String> lines(String... manifests) {
    var history = new JournalReplay();
    return Stream.of(manifests)
        .map(
            manifest ->
                row(
                    List.of(manifests).indexOf(manifest) + 1,
                    (NodeEvent) SampleEvents.of(manifest)))
        .map(history::replay)
        .map(HistoryLine::of)
        .toList();
  }

  private static JournaledEvent.OfNode row(long sequenceNumber, NodeEvent event) {
    return new JournaledEvent.OfNode(
        new JournalPosition(sequenceNumber, "RMNode|" + event.nodeId(), sequenceNumber), event);
  }
}
