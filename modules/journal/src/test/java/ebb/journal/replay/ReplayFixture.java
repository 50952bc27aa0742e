package ebb.journal.replay;

import ebb.domain.DrainTimeout;
import ebb.domain.NodeEvent;
import ebb.domain.NodeId;
import ebb.domain.Resource;
import ebb.domain.TimeoutSource;
import ebb.domain.provenance.Origin;
import ebb.domain.provenance.Provenance;
import ebb.journal.event.JournaledEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Drains of nodes, a second at a time. */
abstract class ReplayFixture {
  static final Instant T0 = Instant.parse("2026-01-31T08:00:00Z");
  static final NodeId N1 = new NodeId("n1", 1);
  static final NodeId N2 = new NodeId("n2", 1);
  static final Resource SIZE = Resource.of(8192, 8);
  final List<JournaledEvent> journal = new ArrayList<>();

  static NodeEvent started(NodeId node, long second) {
    return new NodeEvent.DecommissioningStarted(
        node,
        1,
        T0.plusSeconds(10),
        DrainTimeout.ofSeconds(60),
        TimeoutSource.REQUEST,
        Optional.of(SIZE),
        at(second));
  }

  static Provenance at(long second) {
    return new Provenance(
        T0.plusSeconds(second),
        "ebb-1",
        "alice",
        Origin.RPC,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        1);
  }
}
