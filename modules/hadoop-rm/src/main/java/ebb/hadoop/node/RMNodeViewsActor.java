package ebb.hadoop.node;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import akka.actor.typed.javadsl.TimerScheduler;
import ebb.node.NodeStateUpdate;
import ebb.nodeslist.protocol.LeaderCommand;
import ebb.nodeslist.protocol.NodeTableCommand;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Passes the leader's news of nodes and lists, and timer ticks, to the {@link RMNodeViews} of one
 * activation.
 */
public final class RMNodeViewsActor extends AbstractBehavior<RMNodeViewsActor.Command> {

  /** The actor's protocol. */
  public sealed interface Command {}

  /** Hadoop's scheduler is ready for node events. */
  public record Start() implements Command {}

  /** The activation is over. */
  public record Stop() implements Command {}

  private record NewsReceived(NodeTableCommand.News news) implements Command {}

  private enum Tick implements Command {
    LIVELINESS,
    SUBSCRIBE
  }

  private static final Logger LOG = LoggerFactory.getLogger(RMNodeViewsActor.class);

  /** The delay before a new subscription after a failure. */
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private final TimerScheduler<Command> timers;
  private final RMNodeViews nodes;
  private final ActorRef<LeaderCommand> leader;
  private final ActorRef<NodeTableCommand.News> news;

  public static Behavior<Command> create(RMNodeViews nodes, ActorRef<LeaderCommand> leader) {
    return Behaviors.setup(
        context ->
            Behaviors.withTimers(timers -> new RMNodeViewsActor(context, timers, nodes, leader)));
  }

  private RMNodeViewsActor(
      ActorContext<Command> context,
      TimerScheduler<Command> timers,
      RMNodeViews nodes,
      ActorRef<LeaderCommand> leader) {
    super(context);
    this.timers = timers;
    this.nodes = nodes;
    this.leader = leader;
    this.news = context.messageAdapter(NodeTableCommand.News.class, NewsReceived::new);
  }

  @Override
  public Receive<Command> createReceive() {
    return newReceiveBuilder()
        .onMessage(Start.class, start -> onStart())
        .onMessage(NewsReceived.class, message -> onNews(message.news()))
        .onMessageEquals(Tick.LIVELINESS, () -> follow("the time", nodes::step))
        .onMessageEquals(Tick.SUBSCRIBE, this::subscribe)
        .onMessage(Stop.class, stop -> Behaviors.stopped())
        .build();
  }

  private Behavior<Command> onStart() {
    timers.startTimerWithFixedDelay(Tick.LIVELINESS, nodes.stepInterval());
    return subscribe();
  }

  /** Subscribing again delivers the complete state again. */
  private Behavior<Command> subscribe() {
    leader.tell(new NodeTableCommand.Subscribe(news));
    return this;
  }

  /**
   * Skips what fails, and continues. The leader sends each change only once, so the actor
   * subscribes again. Further failures do not delay that.
   */
  private Behavior<Command> follow(Object what, Runnable work) {
    try {
      work.run();
    } catch (RuntimeException e) {
      LOG.error("Could not apply {}: the view of the nodes is behind, and is rebuilt", what, e);
      if (!timers.isTimerActive(Tick.SUBSCRIBE)) {
        timers.startSingleTimer(Tick.SUBSCRIBE, PAUSE);
      }
    }
    return this;
  }

  private Behavior<Command> onNews(NodeTableCommand.News news) {
    if (news instanceof NodeTableCommand.Changed changed) {
      return show(changed.publication());
    } else if (news instanceof NodeTableCommand.Planned planned) {
      planned.draining().forEach(this::show);
      // Sent even if a node failed: RMNode rejects reports that do not carry its drain's revision.
      planned.replyTo().tell(new NodeTableCommand.PlanAcknowledged(planned.listVersion()));
      // After the reply, so its receiver does not wait for the scheduler.
      return follow("the sizes of nodes", nodes::updateTotals);
    } else if (news instanceof NodeTableCommand.HostsInForce hosts) {
      return follow("the lists", () -> nodes.showHosts(hosts));
    } else if (news instanceof NodeTableCommand.Forgotten forgotten) {
      return follow("the register", () -> nodes.forget(forgotten.nodes()));
    }
    return this;
  }

  /** A node that fails does not hold up the others. */
  private Behavior<Command> show(NodeStateUpdate publication) {
    return follow(publication.node().nodeId(), () -> nodes.show(publication));
  }
}
