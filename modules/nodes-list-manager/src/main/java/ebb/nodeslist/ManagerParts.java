package ebb.nodeslist;

import akka.actor.typed.ActorRef;
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

  Instant now() {
    return clock.instant();
  }
}
