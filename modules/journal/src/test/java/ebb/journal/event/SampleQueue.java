package ebb.journal.event;

import ebb.domain.DrainTimeout;
import ebb.domain.lists.NodesListEvent.DrainQueued;
import ebb.domain.provenance.Provenance;
import ebb.domain.queue.HostGroup;
import ebb.domain.queue.KeptCapacity;
import ebb.domain.queue.Pace;
import ebb.domain.queue.ParallelLimit;
import ebb.domain.queue.QueuedDrain;
import ebb.domain.queue.QueuedHost;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** A drain whose hosts wait for their turn, with every field filled. */
public final class SampleQueue {
  private static final Instant FROM = Instant.parse("2026-11-22T08:00:00Z");
  private static final Pace PACE =
      new Pace(
          new ParallelLimit(10, true),
          Optional.of(FROM),
          Optional.of(FROM.plusSeconds(3600)),
          KeptCapacity.parse("200G@gpu"),
          Optional.of(HostGroup.RACK),
          Optional.of("nights"));
  private static final List<QueuedHost> HOSTS =
      List.of(
          new QueuedHost(
              "worker-1.example.org",
              Optional.of(DrainTimeout.ofSeconds(600)),
              Optional.of("/rack1")),
          new QueuedHost("worker-2.example.org", Optional.empty()));

  private SampleQueue() {}

  public static DrainQueued queued(Provenance by) {
    return new DrainQueued("op-19", HOSTS, PACE, by);
  }

  public static List<QueuedDrain> waiting(Provenance by) {
    return List.of(new QueuedDrain("op-19", HOSTS, 3, PACE, true, by, HOSTS.subList(0, 1)));
  }
}
