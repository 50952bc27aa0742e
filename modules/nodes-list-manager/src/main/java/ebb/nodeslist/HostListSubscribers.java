package ebb.nodeslist;

import akka.actor.typed.ActorRef;
import akka.actor.typed.javadsl.ActorContext;
import ebb.domain.lists.NodesListState;
import ebb.domain.lists.UntrackedPolicy;
import java.util.HashSet;
import java.util.Set;

/**
 * Those who act on the lists in force, and show hosts that only these know. Soft state: it ends
 * with the leader.
 */
final class HostListSubscribers {
  private final ActorContext<LeaderCommand> context;
  private final UntrackedPolicy policy;
  private final Set<ActorRef<NodesListReply.HostsInForce>> followers = new HashSet<>();

  /** As the configuration was when it was last read. */
  private boolean unregisteredAreLost;

  HostListSubscribers(ActorContext<LeaderCommand> context, UntrackedPolicy policy) {
    this.context = context;
    this.policy = policy;
  }

  void add(NodesListState state, ActorRef<NodesListReply.HostsInForce> follower) {
    if (followers.add(follower)) {
      context.watchWith(follower, new ManagerMessage.SubscriberEnded(follower));
    }
    follower.tell(hosts(state, false));
  }

  void remove(ActorRef<?> ended) {
    followers.removeIf(ended::equals);
  }

  /** The files were read, but nothing was put in force. */
  void compared(NodesListState state, ListSource.Settings settings) {
    boolean news = settings.unregisteredAreLost() != unregisteredAreLost;
    unregisteredAreLost = settings.unregisteredAreLost();
    if (news) {
      tell(state);
    }
  }

  /** A refresh that read the files took effect. */
  void refreshed(NodesListState state, ListSource.Settings settings) {
    unregisteredAreLost = settings.unregisteredAreLost();
    tell(state);
  }

  /** Lists are in force of which nobody was told when they were put there. */
  void resume(NodesListState state) {
    tell(state);
  }

  private void tell(NodesListState state) {
    if (!followers.isEmpty()) {
      NodesListReply.HostsInForce hosts = hosts(state, true);
      followers.forEach(follower -> follower.tell(hosts));
    }
  }

  private NodesListReply.HostsInForce hosts(NodesListState state, boolean filesRead) {
    return new NodesListReply.HostsInForce(
        state.listVersion(),
        state.settings(),
        policy,
        state.register(),
        unregisteredAreLost,
        filesRead);
  }
}
