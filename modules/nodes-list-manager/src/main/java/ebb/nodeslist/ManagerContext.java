package ebb.nodeslist;

import ebb.domain.lists.NodesListState;
import ebb.domain.provenance.Initiator;
import ebb.domain.provenance.Origin;
import ebb.domain.provenance.Provenance;
import ebb.domain.refresh.UntrackedPolicy;
import ebb.hosts.ListSource;
import ebb.nodeslist.protocol.Leadership;
import ebb.nodeslist.protocol.NodeGateway;
import java.time.Clock;
import java.time.Instant;
import java.util.function.Supplier;

/**
 * What the NodesListManager works with.
 *
 * @param term of the leader; 0 before it has one
 * @param instance name of this instance, for the journal
 * @param operationIds generates the operation id of each refresh
 */
record ManagerContext(
    long term,
    ListSource source,
    Leadership leadership,
    NodeGateway nodes,
    NodesListSettings settings,
    UntrackedPolicy untracked,
    Clock clock,
    String instance,
    Supplier<String> operationIds) {

  ManagerContext inTerm(long taken) {
    return new ManagerContext(
        taken, source, leadership, nodes, settings, untracked, clock, instance, operationIds);
  }

  Instant now() {
    return clock.instant();
  }

  /** The provenance of an event that Ebb writes by itself, now. */
  Provenance byEbb(Origin origin, NodesListState state) {
    return Initiator.system("ebb", origin).stamp(now(), instance, state.listVersion());
  }
}
