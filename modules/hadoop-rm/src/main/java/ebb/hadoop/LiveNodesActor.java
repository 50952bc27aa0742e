package ebb.hadoop;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.SupervisorStrategy;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import akka.actor.typed.javadsl.TimerScheduler;
import ebb.node.NodePublication;
import ebb.nodeslist.DirectoryCommand;
import ebb.nodeslist.LeaderCommand;
import ebb.nodeslist.NodesListCommand;
import ebb.nodeslist.NodesListReply;
import java.time.Duration;

/**
 * Brings the leader's directory of nodes, and the passing of time, to the {@link LiveNodes} of one
 * activation.
 */
final class LiveNodesActor extends AbstractBehavior<LiveNodesActor.Command> {

  /** What the actor understands. */
  sealed interface Command {}

  /** Hadoop's scheduler is ready to hear of nodes. */
  record Start() implements Command {}

  /** The activation is over. */
  record Stop() implements Command {}

  private record Published(NodePublication publication) implements Command {}

  private record Answered(NodesListReply reply) implements Command {}

  private enum Tick implements Command {
    LIVELINESS,
    LISTS
  }

  private static final Duration TICK_INTERVAL = Duration.ofSeconds(1);

  /** Nodes that the journal knows shall come before the placeholders of hosts without one. */
  private static final Duration LISTS_DELAY = Duration.ofSeconds(3);

  private final TimerScheduler<Command> timers;
  private final LiveNodes nodes;
  private final ActorRef<LeaderCommand> leader;

  /**
   * What fails is left out and logged, and the actor goes on: a publication comes again until it is
   * acknowledged, and so does every tick.
   */
  static Behavior<Command> create(LiveNodes nodes, ActorRef<LeaderCommand> leader) {
    Behavior<Command> actor =
        Behaviors.setup(
            context ->
                Behaviors.withTimers(timers -> new LiveNodesActor(context, timers, nodes, leader)));
    return Behaviors.supervise(actor).onFailure(SupervisorStrategy.resume());
  }

  private LiveNodesActor(
      ActorContext<Command> context,
      TimerScheduler<Command> timers,
      LiveNodes nodes,
      ActorRef<LeaderCommand> leader) {
    super(context);
    this.timers = timers;
    this.nodes = nodes;
    this.leader = leader;
  }

  @Override
  public Receive<Command> createReceive() {
    return newReceiveBuilder()
        .onMessage(Start.class, start -> onStart())
        .onMessage(Published.class, message -> onPublished(message.publication()))
        .onMessage(Answered.class, message -> onLists(message.reply()))
        .onMessageEquals(Tick.LIVELINESS, this::onTick)
        .onMessageEquals(Tick.LISTS, this::askForLists)
        .onMessage(Stop.class, stop -> Behaviors.stopped())
        .build();
  }

  private Behavior<Command> onStart() {
    timers.startTimerWithFixedDelay(Tick.LIVELINESS, TICK_INTERVAL);
    timers.startSingleTimer(Tick.LISTS, LISTS_DELAY);
    leader.tell(
        new DirectoryCommand.Subscribe(
            getContext().messageAdapter(NodePublication.class, Published::new)));
    return this;
  }

  private Behavior<Command> onPublished(NodePublication publication) {
    nodes.obey(publication);
    return this;
  }

  private Behavior<Command> askForLists() {
    leader.tell(
        new NodesListCommand.GetLists(
            getContext().messageAdapter(NodesListReply.class, Answered::new)));
    return this;
  }

  private Behavior<Command> onLists(NodesListReply reply) {
    if (reply instanceof NodesListReply.ListsInForce lists) {
      nodes.addPlaceholders(lists.lists().excludes().keySet(), lists.listVersion());
    }
    return this;
  }

  private Behavior<Command> onTick() {
    nodes.tick();
    return this;
  }
}
