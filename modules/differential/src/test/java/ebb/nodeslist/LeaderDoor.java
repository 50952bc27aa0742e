package ebb.nodeslist;

import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import java.time.Clock;
import java.util.concurrent.atomic.AtomicInteger;

/** Makes a leader without a cluster. */
public final class LeaderDoor {
  private LeaderDoor() {}

  /**
   * @param clock wall clock of the journal
   */
  public static Behavior<LeaderCommand> create(
      ActorSystem<?> system,
      ListSource source,
      Leadership leadership,
      NodeGateway nodes,
      Clock clock) {
    AtomicInteger operations = new AtomicInteger();
    return Leader.create(
        new Leader.Parts(
            source,
            leadership,
            nodes,
            leader -> {},
            NodesListSettings.of(system.settings().config()),
            clock,
            "rm1",
            () -> "operation-" + operations.incrementAndGet()));
  }
}
