package ebb.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.domain.DecommissionCause;
import ebb.domain.DrainTimeout;
import ebb.domain.NodeEvent;
import ebb.domain.NodeId;
import ebb.domain.Resource;
import ebb.domain.TimeoutSource;
import ebb.domain.provenance.Origin;
import ebb.domain.provenance.Provenance;
import ebb.journal.event.JournalPosition;
import ebb.journal.event.JournaledEvent;
import ebb.journal.replay.JournalReplay;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PastDrainTest {
  private static final NodeId NODE = new NodeId("h1", 1);
  private static final Instant T0 = Instant.parse("2026-01-31T12:00:00Z");
  private static final Duration DAY = Duration.ofDays(1);

  @Test
  void shouldTellHowLongADrainTook() {
    assertThat(drainThatEndsAt(T0.plusSeconds(90)).took()).contains(Duration.ofSeconds(90));
  }

  /** Beginning and end belong together by their sequence numbers. */
  @Test
  void shouldKnowADrainDuringWhichTheClockWentBack() {
    PastDrain drain = drainThatEndsAt(T0.minus(DAY));

    assertThat(drain.drain().startedAt()).isEqualTo(T0);
    assertThat(drain.endedAt()).isEqualTo(T0.minus(DAY));
    assertThat(drain.end()).isEqualTo("TIMEOUT");
    assertThat(drain.took()).isEmpty();
  }

  private static PastDrain drainThatEndsAt(Instant end) {
    List<PastDrain> drains =
        past(
            new NodeEvent.NodeRegistered(NODE, Resource.of(1, 1), true, at(T0)),
            new NodeEvent.DecommissioningStarted(
                NODE,
                1,
                T0,
                DrainTimeout.ofSeconds(60),
                TimeoutSource.REQUEST,
                Optional.of(Resource.of(1, 1)),
                at(T0)),
            new NodeEvent.NodeDecommissioned(NODE, 1, DecommissionCause.TIMEOUT, at(end)));
    assertThat(drains).hasSize(1);
    return drains.get(0);
  }

  private static List<PastDrain> past(NodeEvent... events) {
    return PastDrain.of(
        JournalReplay.steps(
                IntStream.range(0, events.length)
                    .mapToObj(
                        i ->
                            new JournaledEvent.OfNode(
                                new JournalPosition(i + 1L, "RMNode|" + NODE, i + 1L), events[i])))
            .toList());
  }

  private static Provenance at(Instant time) {
    return new Provenance(
        time,
        "rm1",
        "anna",
        Origin.HTTP,
        Optional.empty(),
        Optional.empty(),
        Optional.of("op-1"),
        1);
  }
}
