package ebb.demo;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.domain.DecommissionCause;
import ebb.domain.DrainTimeout;
import ebb.domain.NodeEvent;
import ebb.domain.NodeId;
import ebb.domain.Origin;
import ebb.domain.Provenance;
import ebb.domain.TimeoutSource;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HistoryLineTest {
  private static final NodeId NODE = new NodeId("127.0.0.11", 4711);
  private static final Instant T0 = Instant.parse("2026-01-02T03:04:05.678Z");
  private static final Provenance BY =
      new Provenance(T0, "demo", "alice", Origin.RPC, Optional.of("test"), Optional.empty(), 2);

  @Test
  void shouldTellWhoBeganADrainAndHowLongItMayTake() {
    assertThat(
            HistoryLine.of(
                new NodeEvent.DecommissioningStarted(
                    NODE,
                    3,
                    T0,
                    DrainTimeout.ofSeconds(40),
                    TimeoutSource.HOST_ENTRY,
                    Optional.empty(),
                    BY)))
        .isEqualTo(
            "03:04:05.678Z  DecommissioningStarted         drain 3 since 03:04:05.678Z,"
                + " timeout 40 s (HOST_ENTRY) [RPC by alice: test, list version 2]");
  }

  @Test
  void shouldTellWhyADrainEnded() {
    assertThat(
            HistoryLine.of(new NodeEvent.NodeDecommissioned(NODE, 3, DecommissionCause.READY, BY)))
        .contains("drain 3 ended: READY");
  }
}
