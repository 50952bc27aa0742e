package ebb.app.members;

import akka.actor.typed.ActorRef;
import ebb.admin.instances.InstanceState;
import java.util.Optional;

/** What one instance says to another, which may be of another release, or to itself. */
public sealed interface InstanceMessage {

  /** Asks what it does. */
  record Describe(ActorRef<Described> replyTo) implements InstanceMessage {}

  /** The answer to {@link Describe}. */
  record Described(InstanceState state) {}

  /**
   * Tells it to end.
   *
   * @param by who wants it, and
   * @param through the instance that he told
   */
  record Leave(String by, String through, Optional<String> reason, ActorRef<LeaveHeard> replyTo)
      implements InstanceMessage {}

  /**
   * The answer to {@link Leave}.
   *
   * @param begins false if its end has begun before
   */
  record LeaveHeard(boolean begins) {}
}
