package ebb.hadoop;

import akka.Done;
import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.SupervisorStrategy;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import akka.actor.typed.javadsl.TimerScheduler;
import ebb.nodeslist.DirectoryCommand;
import ebb.nodeslist.LeaderCommand;
import ebb.nodeslist.NodesListCommand;
import ebb.nodeslist.NodesListReply.HostsInForce;
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

  private record Heard(DirectoryCommand.News news) implements Command {}

  private record Listed(HostsInForce hosts) implements Command {}

  private enum Tick implements Command {
    LIVELINESS,
    LISTS
  }

  /** Who follows the lists is forgotten when their actor starts anew. */
  private static final Duration FOLLOW_INTERVAL = Duration.ofSeconds(30);

  private final TimerScheduler<Command> timers;
  private final LiveNodes nodes;
  private final ActorRef<LeaderCommand> leader;

  /**
   * What fails is left out and logged, and the actor goes on: every publication comes again with
   * the directory's next sweep, and so does every tick.
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
        .onMessage(Heard.class, message -> onNews(message.news()))
        .onMessage(Listed.class, message -> onHosts(message.hosts()))
        .onMessageEquals(Tick.LIVELINESS, this::onTick)
        .onMessageEquals(Tick.LISTS, this::followLists)
        .onMessage(Stop.class, stop -> Behaviors.stopped())
        .build();
  }

  private Behavior<Command> onStart() {
    timers.startTimerWithFixedDelay(Tick.LIVELINESS, nodes.stepInterval());
    timers.startTimerWithFixedDelay(Tick.LISTS, FOLLOW_INTERVAL);
    leader.tell(
        new DirectoryCommand.Subscribe(
            getContext().messageAdapter(DirectoryCommand.News.class, Heard::new)));
    return followLists();
  }

  private Behavior<Command> onNews(DirectoryCommand.News news) {
    if (news instanceof DirectoryCommand.Changed changed) {
      nodes.obey(changed.publication());
    } else if (news instanceof DirectoryCommand.Ordered ordered) {
      nodes.foresee(ordered.orders());
      ordered.heard().tell(Done.getInstance());
    } else if (news instanceof DirectoryCommand.Forgotten forgotten) {
      nodes.forget(forgotten.nodes());
    }
    return this;
  }

  private Behavior<Command> followLists() {
    leader.tell(
        new NodesListCommand.FollowLists(
            getContext().messageAdapter(HostsInForce.class, Listed::new)));
    return this;
  }

  private Behavior<Command> onHosts(HostsInForce hosts) {
    nodes.showHosts(hosts);
    return this;
  }

  private Behavior<Command> onTick() {
    nodes.step();
    return this;
  }
}
