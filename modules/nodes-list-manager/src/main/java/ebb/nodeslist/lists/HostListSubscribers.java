package ebb.nodeslist.lists;

import akka.actor.typed.ActorRef;
import akka.actor.typed.javadsl.ActorContext;
import ebb.domain.lists.NodesListState;
import ebb.domain.refresh.UntrackedPolicy;
import ebb.hosts.ListSource;
import ebb.nodeslist.protocol.LeaderCommand;
import ebb.nodeslist.protocol.NodesListReply;

/**
 * Those who act on the lists in force, and show hosts that only these know. Soft state: it ends
 * with the leader.
 */
public final class HostListSubscribers {
  private final UntrackedPolicy policy;
  private final Subscribers<NodesListReply.HostsInForce> followers;

  /** As the configuration was when it was last read. */
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

  /** Lists are in force that their subscribers may not know. */
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
