package ebb.nodeslist.lists;

import akka.actor.typed.ActorRef;
import ebb.domain.lists.NodesListState;
import ebb.domain.refresh.UntrackedPolicy;
import ebb.hosts.ListSource;
import ebb.nodeslist.protocol.NodeTableCommand.HostsInForce;
import ebb.nodeslist.protocol.NodeTableCommand.News;

/**
 * Publishes the lists in force to the subscribers, which act on them and show hosts that only these
 * lists name. Soft state that ends with the leader.
 */
public final class HostListPublisher {
  private final Subscribers subscribers;
  private final UntrackedPolicy policy;

  /** The setting as of the last read of the configuration. */
  private boolean unregisteredAreLost;

  public HostListPublisher(Subscribers subscribers, UntrackedPolicy policy) {
    this.subscribers = subscribers;
    this.policy = policy;
  }

  /** Sends the lists to somebody who has just subscribed. */
  public void tell(NodesListState state, ActorRef<News> subscriber) {
    subscriber.tell(hosts(state, false));
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
    if (subscribers.number() > 0) {
      subscribers.tell(hosts(state, true));
    }
  }

  private HostsInForce hosts(NodesListState state, boolean filesRead) {
    return new HostsInForce(
        state.listVersion(),
        state.settings(),
        policy,
        state.register(),
        unregisteredAreLost,
        filesRead);
  }
}
