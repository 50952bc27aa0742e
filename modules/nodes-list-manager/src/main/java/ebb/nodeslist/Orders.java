package ebb.nodeslist;

import akka.actor.typed.ActorRef;
import akka.actor.typed.javadsl.ActorContext;
import ebb.domain.NodeOrder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The way to the fan-out, which starts anew whenever the NodesListManager recovers. */
final class Orders {
  private final ActorContext<NodesListCommand> context;
  private final ManagerParts parts;
  private @Nullable ActorRef<FanOut.Message> fanOut;

  Orders(ActorContext<NodesListCommand> context, ManagerParts parts) {
    this.context = context;
    this.parts = parts;
  }

  void start(List<NodeOrder> pending) {
    fanOut =
        context.spawnAnonymous(
            FanOut.create(parts.nodes(), context.getSelf(), parts.directory(), parts.settings()));
    send(pending);
  }

  void send(List<NodeOrder> orders) {
    fanOut().tell(FanOut.Send.of(orders));
  }

  /** Those of a plan that has just become durable. */
  void announce(List<NodeOrder> orders, PendingAnswer answer) {
    fanOut().tell(new FanOut.Announce(orders, answer));
  }

  private ActorRef<FanOut.Message> fanOut() {
    if (fanOut == null) {
      throw new IllegalStateException("nothing is sent before recovery is complete");
    }
    return fanOut;
  }
}
