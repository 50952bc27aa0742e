package ebb.nodeslist;

import akka.actor.typed.ActorRef;
import ebb.domain.Initiator;
import ebb.domain.Origin;
import ebb.domain.Provenance;
import ebb.domain.lists.NodesListState;
import ebb.domain.lists.UntrackedPolicy;
import java.time.Clock;
import java.time.Instant;
import java.util.function.Supplier;

/**
 * What the NodesListManager works with.
 *
 * @param term of the leader
 * @param leader hears when the lists are known, or why the first start is refused
 * @param instance name of this instance, for the journal
 * @param operationIds gives each refresh its name
 */
record ManagerParts(
    long term,
    ListSource source,
    ActorRef<DirectoryCommand> directory,
    NodeGateway nodes,
    ActorRef<LeaderCommand> leader,
    NodesListSettings settings,
    UntrackedPolicy untracked,
    Clock clock,
    String instance,
    Supplier<String> operationIds) {

  /** The same, with a source that remembers what it read. */
  ManagerParts observingLists() {
    return new ManagerParts(
        term,
        new ObservedLists(source, clock),
        directory,
        nodes,
        leader,
        settings,
        untracked,
        clock,
        instance,
        operationIds);
  }

  Instant now() {
    return clock.instant();
  }

  /** For an event that Ebb writes by itself, now. */
  Provenance byEbb(Origin origin, NodesListState state) {
    return Initiator.system("ebb", origin).stamp(now(), instance, state.listVersion());
  }
}
