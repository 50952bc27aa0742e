package ebb.simulation;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.SupervisorStrategy;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import ebb.domain.NodeId;
import ebb.domain.refresh.UntrackedPolicy;
import ebb.hadoop.DirectNodes;
import ebb.node.Leader;
import ebb.node.NodeSettings;
import ebb.nodeslist.LeaderAccess;
import ebb.nodeslist.observed.NodeManagerInfo;
import ebb.nodeslist.observed.NodeObservation;
import ebb.nodeslist.protocol.LeaderCommand;
import ebb.nodeslist.protocol.Leadership;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One process from start to crash: leader, nodes and Hadoop's side. */
final class InstanceLife {
  private static final UntrackedPolicy FORGETTING =
      new UntrackedPolicy(Duration.ofMinutes(2), false, Optional.empty());

  static final Duration POLL = Duration.ofSeconds(20);

  private final World world;
  private final String name;
  private final ActorRef<Command> top;
  private @Nullable ActorRef<NodeRegion.Command> region;
  private @Nullable ActorRef<LeaderCommand> leader;
  private @Nullable DirectNodes nodes;
  private @Nullable ActiveHadoop hadoop;
  private boolean dead;
  private boolean steppedDown;

  private sealed interface Command {}

  private record Lead(Leader leader, ActorRef<LeaderCommand> singleton) implements Command {}

  private enum Signal implements Command {
    DEPOSED,
    STOP
  }

  InstanceLife(World world) {
    this.world = world;
    name = world.nextName();
    top = world.system().spawn(top());
  }

  boolean isDead() {
    return dead;
  }

  /** The name in every event that it writes. */
  String name() {
    return name;
  }

  /** Empty before the actors exist. */
  Optional<ActorRef<LeaderCommand>> leader() {
    return Optional.ofNullable(leader);
  }

  /** Without the network in between. */
  DirectNodes nodes() {
    if (nodes == null) {
      throw new IllegalStateException("not started");
    }
    return nodes;
  }

  /** Empty unless this instance leads. */
  Optional<ActiveHadoop> hadoop() {
    return Optional.ofNullable(hadoop);
  }

  /** Hadoop's counters belong to the process, which has got another leader. */
  void stepDown() {
    top.tell(Signal.DEPOSED);
    steppedDown = true;
  }

  void lose(NodeId node) {
    if (region != null) {
      region.tell(new NodeRegion.Lose(node));
    }
  }

  /** Nothing of it has any effect any more; the world lets its actors end. */
  void die() {
    dead = true;
    if (hadoop != null) {
      hadoop.stop();
    }
    hadoop = null;
    leader = null;
    top.tell(Signal.STOP);
  }

  private Behavior<Command> top() {
    return Behaviors.setup(
        context -> {
          start(context);
          return Behaviors.receiveMessage(
              command -> {
                if (command instanceof Lead lead) {
                  activate(context, lead);
                } else if (command == Signal.DEPOSED) {
                  deactivate();
                }
                return command == Signal.STOP ? Behaviors.stopped() : Behaviors.same();
              });
        });
  }

  private void start(ActorContext<Command> context) {
    Clock clock =
        world.mutant() == Mutant.STAMP_EARLY
            ? Clock.offset(world.time().clock(), Duration.ofSeconds(-30))
            : world.time().clock();
    Clock clockOfNodes =
        switch (world.mutant()) {
          case FIRE_EARLY -> Clock.offset(clock, Duration.ofSeconds(5));
          case FIRE_LATE -> Clock.offset(clock, Duration.ofMinutes(-3));
          default -> clock;
        };
    region = context.spawn(NodeRegion.create(new NodeSettings(name, POLL), clockOfNodes), "nodes");
    nodes =
        new DirectNodes(
            context.getSystem(), context.spawn(SimulatedNetwork.create(world, region), "network"));
    leader =
        context.spawn(
            Behaviors.supervise(
                    LeaderAccess.create(
                        context.getSystem(),
                        world.lists(),
                        new Lives(world, context.getSelf(), () -> steppedDown, this::hadoop),
                        nodes,
                        FORGETTING,
                        clock,
                        name,
                        world::nextOperationId,
                        world.script().protectDrains()))
                .onFailure(
                    SupervisorStrategy.restartWithBackoff(
                        Duration.ofMillis(500), Duration.ofSeconds(10), 0.1)),
            "leader");
  }

  private void activate(ActorContext<Command> context, Lead lead) {
    deactivate();
    if (!dead && !steppedDown) {
      hadoop =
          new ActiveHadoop(
              world,
              context,
              lead.leader(),
              lead.singleton(),
              nodes(),
              world.applications().running());
    }
  }

  private void deactivate() {
    if (hadoop != null) {
      hadoop.stop();
    }
    hadoop = null;
  }

  /** This is the leader's instance as long as it lives. */
  private record Lives(
      World world,
      ActorRef<Command> top,
      BooleanSupplier isSuperseded,
      Supplier<Optional<ActiveHadoop>> hadoop)
      implements Leadership {
    @Override
    public long takeTerm() {
      if (isSuperseded.getAsBoolean() && world.mutant() != Mutant.SKIP_FENCING) {
        throw new IllegalStateException("another process holds the lease");
      }
      return world.nextTerm();
    }

    @Override
    public void onLeading(Leader leader, ActorRef<LeaderCommand> singleton) {
      top.tell(new Lead(leader, singleton));
    }

    @Override
    public void onStartRefused(String reason) {
      throw new IllegalStateException(reason);
    }

    @Override
    public NodeObservation observation(NodeId nodeId) {
      return new NodeObservation(
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          hadoop
              .get()
              .filter(here -> here.hasRegistered(nodeId))
              .map(
                  here ->
                      new NodeManagerInfo(
                          "3.5.0", SimulationScript.rack(nodeId.host()), List.of(), List.of())));
    }

    @Override
    public void onDeposed(long term) {
      top.tell(Signal.DEPOSED);
    }
  }
}
