package ebb.nodeslist;

import akka.actor.typed.ActorRef;
import akka.actor.typed.javadsl.ActorContext;
import java.util.HashSet;
import java.util.Set;

/** Those who follow what the leader knows. Soft state: it ends with the leader. */
final class Subscribers<T> {
  private final ActorContext<LeaderCommand> context;
  private final Set<ActorRef<T>> subscribers = new HashSet<>();

  Subscribers(ActorContext<LeaderCommand> context) {
    this.context = context;
  }

  void add(ActorRef<T> subscriber) {
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

  void tell(T news) {
    subscribers.forEach(subscriber -> subscriber.tell(news));
  }
}
