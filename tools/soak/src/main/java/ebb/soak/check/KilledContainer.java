package ebb.soak.check;

import ebb.domain.NodeId;
import java.time.Instant;
import java.util.List;

/**
 * A running container of a running application that its node was told to kill.
 *
 * @param started when the node started it, or the scheduler placed it there
 * @param registrations of the node, those that were answered
 */
public record KilledContainer(
    NodeId node, String container, Instant started, Instant killed, List<Instant> registrations) {
  public KilledContainer {
    registrations = List.copyOf(registrations);
  }
}
