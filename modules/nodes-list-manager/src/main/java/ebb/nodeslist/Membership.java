package ebb.nodeslist;

import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.ActorContext;
import akka.cluster.ClusterEvent;
import akka.cluster.typed.Cluster;
import akka.cluster.typed.Subscribe;

/** Tells the leader when instances come and go, because nodes move then. */
@FunctionalInterface
interface Membership {
  void follow(ActorContext<LeaderCommand> leader);

  static Membership ofCluster(ActorSystem<?> system) {
    return leader ->
        Cluster.get(system)
            .subscriptions()
            .tell(
                Subscribe.create(
                    leader.messageAdapter(ClusterEvent.MemberEvent.class, Membership::signalFor),
                    ClusterEvent.MemberEvent.class));
  }

  private static LeaderCommand signalFor(ClusterEvent.MemberEvent event) {
    return ManagerMessage.Tick.MEMBERSHIP_CHANGED;
  }
}
