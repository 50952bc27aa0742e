package ebb.app.members;

import akka.actor.CoordinatedShutdown;
import akka.actor.typed.ActorSystem;

/** Whether an instance ends, and whether an operator has ordered that. */
public final class RequestedShutdown {
  static final CoordinatedShutdown.Reason ORDERED = new Ordered();

  private RequestedShutdown() {}

  /** An operator has ordered the instance to leave. */
  private static final class Ordered implements CoordinatedShutdown.Reason {
    @Override
    public String toString() {
      return "an order to leave";
    }
  }

  /** Whether it has begun to end, for whatever reason. */
  public static boolean isEnding(ActorSystem<?> system) {
    return CoordinatedShutdown.get(system).getShutdownReason().isPresent();
  }

  /** Whether it ends, or has ended, because it was ordered to leave. */
  public static boolean isOrdered(ActorSystem<?> system) {
    return CoordinatedShutdown.get(system).getShutdownReason().filter(ORDERED::equals).isPresent();
  }
}
