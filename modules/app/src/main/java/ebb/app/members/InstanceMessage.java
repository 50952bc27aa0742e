package ebb.app.members;

import akka.actor.typed.ActorRef;
import ebb.admin.instances.InstanceState;
import java.util.Optional;

/** A message of an instance to another, which may be of another release, or to itself. */
public sealed interface InstanceMessage {

  /** Requests the state of the instance. */
  record Describe(ActorRef<Described> replyTo) implements InstanceMessage {}

  /** The answer to {@link Describe}. */
  record Described(InstanceState state) {}

  /**
   * Orders the instance to end.
   *
   * @param by who gave the order
   * @param through the instance that received the order and passed it on
   */
  record Leave(String by, String through, Optional<String> reason, ActorRef<LeaveHeard> replyTo)
      implements InstanceMessage {}

  /**
   * The answer to {@link Leave}.
   *
   * @param begins false if its end had begun before
   */
  record LeaveHeard(boolean begins) {}
}
