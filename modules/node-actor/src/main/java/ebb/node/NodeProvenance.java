package ebb.node;

import ebb.domain.Drain;
import ebb.domain.NodeLifecycle;
import ebb.domain.NodeOrder;
import ebb.domain.provenance.Initiator;
import ebb.domain.provenance.Origin;
import ebb.domain.provenance.Peer;
import ebb.domain.provenance.Provenance;
import java.time.Clock;
import java.util.Optional;

/**
 * Creates the provenance of a node's events.
 *
 * @param instance the one that writes the event
 * @param clock wall clock of events
 */
record NodeProvenance(String instance, Clock clock) {

  Provenance order(NodeOrder order) {
    return order.initiator().stamp(clock.instant(), instance, order.listVersion());
  }

  Provenance initiator(NodeLifecycle node, Initiator initiator) {
    return initiator.stamp(clock.instant(), instance, node.listVersion());
  }

  Provenance nodeManager(Origin origin, ReportStamp stamp, long listVersion) {
    return new Initiator("nodemanager", origin, stamp.peer(), Optional.empty(), Optional.empty())
        .stamp(clock.instant(), instance, listVersion);
  }

  Provenance expiry(NodeLifecycle node) {
    return initiator(node, Initiator.system("leader", Origin.EXPIRY));
  }

  /** A deadline is attributed to who set it, and to that operation. */
  Provenance deadline(NodeLifecycle node) {
    return timer(node, node.drain().map(Drain::deadlineBy), Optional.empty());
  }

  /** A drain that ends with nothing left to wait for is attributed to who requested it. */
  Provenance reporter(NodeLifecycle node, Optional<Peer> reporter) {
    return timer(node, node.drain().map(Drain::askedBy), reporter);
  }

  private Provenance timer(NodeLifecycle node, Optional<Provenance> cause, Optional<Peer> peer) {
    Initiator initiator =
        cause
            .map(by -> new Initiator(by.actor(), Origin.TIMER, peer, by.reason(), by.operationId()))
            .orElseGet(() -> Initiator.system("watcher", Origin.TIMER));
    return initiator(node, initiator);
  }
}
