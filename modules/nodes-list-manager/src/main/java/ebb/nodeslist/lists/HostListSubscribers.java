package ebb.nodeslist.lists;

import akka.actor.typed.ActorRef;
import akka.actor.typed.javadsl.ActorContext;
import ebb.domain.lists.NodesListState;
import ebb.domain.refresh.UntrackedPolicy;
import ebb.hosts.ListSource;
import ebb.nodeslist.protocol.LeaderCommand;
import ebb.nodeslist.protocol.NodesListReply;

/**
 * Subscribers that act on the lists in force, and show hosts that only these lists name. Soft state
 * that ends with the leader.
 */
public final class HostListSubscribers {
  private final UntrackedPolicy policy;
  private final Subscribers<NodesListReply.HostsInForce> followers;

  /** The setting as of the last read of the configuration. */
  private boolean unregisteredAreLost;

  public HostListSubscribers(ActorContext<LeaderCommand> context, UntrackedPolicy policy) {
    this.policy = policy;
    this.followers = new Subscribers<>(context);
  }

  public void add(NodesListState state, ActorRef<NodesListReply.HostsInForce> follower) {
    followers.add(follower);
    follower.tell(hosts(state, false));
  }

  public void remove(ActorRef<?> ended) {
    followers.remove(ended);
  }

  /** The files were read, but nothing was put in force. */
  public void compared(NodesListState state, ListSource.Settings settings) {
    boolean news = settings.unregisteredAreLost() != unregisteredAreLost;
    unregisteredAreLost = settings.unregisteredAreLost();
    if (news) {
      tell(state);
    }
  }

  /** A refresh that read the files took effect. */
  public void refreshed(NodesListState state, ListSource.Settings settings) {
    unregisteredAreLost = settings.unregisteredAreLost();
    tell(state);
  }

  /** Sends the lists in force, which the subscribers may not have yet. */
  public void tell(NodesListState state) {
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
