package ebb.watcher;

import ebb.domain.Drain;
import ebb.domain.DrainTimeout;
import ebb.domain.NodeId;
import ebb.domain.TimeoutSource;
import ebb.domain.provenance.Origin;
import ebb.domain.provenance.Provenance;
import java.time.Instant;
import java.util.Optional;

/** Sample drains. */
final class Drains {
  static final Instant T0 = Instant.parse("2030-01-01T00:00:00Z");
  static final NodeId NODE = new NodeId("nm1.example", 8041);

  private Drains() {}

  static Drain drain(long epoch, DrainTimeout timeout) {
    var by =
        new Provenance(
            T0,
            "rm1",
            "alice",
            Origin.HTTP,
            Optional.empty(),
            Optional.of("new disks"),
            Optional.of("op-7"),
            4);
    return new Drain(epoch, T0, timeout, TimeoutSource.REQUEST, by);
  }
}
