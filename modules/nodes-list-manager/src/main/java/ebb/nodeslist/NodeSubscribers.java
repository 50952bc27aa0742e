package ebb.nodeslist;

import akka.actor.typed.ActorRef;
import akka.actor.typed.javadsl.ActorContext;
import java.util.HashSet;
import java.util.Set;

/** Those who follow what the nodes are. Soft state: it ends with the leader. */
final class NodeSubscribers {
  private final ActorContext<LeaderCommand> context;
  private final Set<ActorRef<DirectoryCommand.News>> subscribers = new HashSet<>();

  NodeSubscribers(ActorContext<LeaderCommand> context) {
    this.context = context;
  }

  void add(ActorRef<DirectoryCommand.News> subscriber) {
    if (subscribers.add(subscriber)) {
      context.watchWith(subscriber, new ManagerMessage.SubscriberEnded(subscriber));
    }
  }

  void remove(ActorRef<?> ended) {
    subscribers.removeIf(ended::equals);
  }

  int number() {
    return subscribers.size();
  }

  void tell(DirectoryCommand.News news) {
    subscribers.forEach(subscriber -> subscriber.tell(news));
  }
}
