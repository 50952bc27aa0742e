package ebb.app.members;

import akka.actor.CoordinatedShutdown;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.Behaviors;
import ebb.admin.instances.InstanceState;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Represents an instance to the others, which can query it and order it to leave. Holds no state of
 * its own.
 */
final class InstanceActor {
  private static final Logger LOG = LoggerFactory.getLogger(InstanceActor.class);

  private final ActorSystem<?> system;
  private final Supplier<InstanceState> state;

  private InstanceActor(ActorSystem<?> system, Supplier<InstanceState> state) {
    this.system = system;
    this.state = state;
  }

  /**
   * @param state called for each query; must not block
   */
  static Behavior<InstanceMessage> create(Supplier<InstanceState> state) {
    return Behaviors.setup(
        context -> {
          var instance = new InstanceActor(context.getSystem(), state);
          return Behaviors.receive(InstanceMessage.class)
              .onMessage(InstanceMessage.Describe.class, instance::onDescribe)
              .onMessage(InstanceMessage.Leave.class, instance::onLeave)
              .build();
        });
  }

  private Behavior<InstanceMessage> onDescribe(InstanceMessage.Describe question) {
    question.replyTo().tell(new InstanceMessage.Described(now()));
    return Behaviors.same();
  }

  private InstanceState now() {
    return RequestedShutdown.isEnding(system) ? InstanceState.LEAVING : state.get();
  }

  private Behavior<InstanceMessage> onLeave(InstanceMessage.Leave order) {
    boolean begins = !RequestedShutdown.isEnding(system);
    if (begins) {
      LOG.info(
          "This instance is leaving, as requested by {} through {}: {}",
          order.by(),
          order.through(),
          order.reason().orElse("no reason was given"));
    }
    order.replyTo().tell(new InstanceMessage.LeaveHeard(begins));
    if (begins) {
      CoordinatedShutdown.get(system).runAll(RequestedShutdown.ORDERED);
    }
    return Behaviors.same();
  }
}
