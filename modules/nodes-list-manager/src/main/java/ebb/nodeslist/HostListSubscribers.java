package ebb.nodeslist;

import akka.actor.typed.ActorRef;
import akka.actor.typed.javadsl.ActorContext;
import ebb.domain.lists.NodesListState;
import ebb.domain.lists.UntrackedPolicy;
import ebb.hosts.ListSource;

/**
 * Those who act on the lists in force, and show hosts that only these know. Soft state: it ends
 * with the leader.
 */
final class HostListSubscribers {
  private final UntrackedPolicy policy;
  private final Subscribers<NodesListReply.HostsInForce> followers;

  /** As the configuration was when it was last read. */
  private boolean unregisteredAreLost;

  HostListSubscribers(ActorContext<LeaderCommand> context, UntrackedPolicy policy) {
    this.policy = policy;
    this.followers = new Subscribers<>(context);
  }

  void add(NodesListState state, ActorRef<NodesListReply.HostsInForce> follower) {
    followers.add(follower);
    follower.tell(hosts(state, false));
  }

  void remove(ActorRef<?> ended) {
    followers.remove(ended);
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

  /** Lists are in force that their subscribers may not know. */
  void tell(NodesListState state) {
    if (followers.number() > 0) {
      followers.tell(hosts(state, true));
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
