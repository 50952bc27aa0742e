package ebb.nodeslist.lists;

import akka.actor.typed.ActorRef;
import akka.actor.typed.javadsl.ActorContext;
import ebb.nodeslist.protocol.LeaderCommand;
import ebb.nodeslist.protocol.ManagerMessage;
import ebb.nodeslist.protocol.NodeTableCommand.News;
import java.util.HashSet;
import java.util.Set;

/** Subscribers to the leader's state. Soft state that ends with the leader. */
public final class Subscribers {
  private final ActorContext<LeaderCommand> context;
  private final Set<ActorRef<News>> subscribers = new HashSet<>();

  public Subscribers(ActorContext<LeaderCommand> context) {
    this.context = context;
  }

  public void add(ActorRef<News> subscriber) {
    if (subscribers.add(subscriber)) {
      context.watchWith(subscriber, new ManagerMessage.SubscriberEnded(subscriber));
    }
  }

  public void remove(ActorRef<?> ended) {
    subscribers.removeIf(ended::equals);
  }

  public int number() {
    return subscribers.size();
  }

  public void tell(News news) {
    subscribers.forEach(subscriber -> subscriber.tell(news));
  }
}
