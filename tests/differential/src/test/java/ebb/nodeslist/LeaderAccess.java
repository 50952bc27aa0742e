package ebb.nodeslist;

import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import com.typesafe.config.ConfigValueFactory;
import ebb.domain.refresh.UntrackedPolicy;
import ebb.hosts.ListSource;
import ebb.nodeslist.protocol.LeaderCommand;
import ebb.nodeslist.protocol.Leadership;
import ebb.nodeslist.protocol.NodeGateway;
import java.time.Clock;
import java.util.function.Supplier;

/** Creates a leader without a cluster. */
public final class LeaderAccess {
  private LeaderAccess() {}

  /**
   * @param clock wall clock of the journal
   * @param instance its name in the journal
   * @param operationIds generates the id of each operation
   * @param protectDrains ebb.protect-drains
   */
  public static Behavior<LeaderCommand> create(
      ActorSystem<?> system,
      ListSource source,
      Leadership leadership,
      NodeGateway nodes,
      UntrackedPolicy untracked,
      Clock clock,
      String instance,
      Supplier<String> operationIds,
      boolean protectDrains) {
    return LeaderSingleton.create(
        new ManagerContext(
            0,
            source,
            leadership,
            nodes,
            NodesListSettings.of(
                system
                    .settings()
                    .config()
                    .withValue("ebb.protect-drains", ConfigValueFactory.fromAnyRef(protectDrains))),
            untracked,
            clock,
            instance,
            operationIds),
        leader -> {});
  }
}
