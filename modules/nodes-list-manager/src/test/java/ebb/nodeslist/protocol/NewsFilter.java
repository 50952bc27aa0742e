package ebb.nodeslist.protocol;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.Behaviors;
import ebb.nodeslist.protocol.NodeTableCommand.News;
import ebb.nodeslist.protocol.NodeTableCommand.PlanAcknowledged;
import ebb.nodeslist.protocol.NodeTableCommand.Planned;
import java.util.function.Predicate;

/** A subscriber that passes on some news, and acknowledges the plans among the rest. */
public final class NewsFilter {
  private NewsFilter() {}

  public static Behavior<News> passing(Predicate<News> wanted, ActorRef<News> receiver) {
    return Behaviors.receiveMessage(
        news -> {
          if (wanted.test(news)) {
            receiver.tell(news);
          } else if (news instanceof Planned planned) {
            planned.replyTo().tell(new PlanAcknowledged(planned.listVersion()));
          }
          return Behaviors.same();
        });
  }
}
