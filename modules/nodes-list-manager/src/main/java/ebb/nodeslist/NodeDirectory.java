package ebb.nodeslist;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import akka.actor.typed.javadsl.TimerScheduler;
import ebb.domain.NodeId;
import ebb.node.NodeCommand;
import ebb.node.NodePublication;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The leader's view of the nodes: the newest publication of each. Soft state; a new leader starts
 * with none and asks all nodes of the register to publish to it, again and again, because a node
 * that moved to another instance forgets whom it published to.
 */
final class NodeDirectory extends AbstractBehavior<DirectoryCommand> {
  private static final Duration SWEEP_STEP = Duration.ofSeconds(1);

  private final long term;
  private final NodeGateway nodes;
  private final NodesListSettings settings;
  private final ActorRef<NodePublication> publications;

  private final SortedMap<NodeId, NodePublication> known = new TreeMap<>();
  private final Set<NodeId> watched = new HashSet<>();
  private final Set<ActorRef<NodePublication>> subscribers = new HashSet<>();

  /** Nodes that have not answered the newest Attach. */
  private final SendWindow<NodeId> attaching;

  /** All watched nodes, in the order of the sweep. */
  private final Deque<NodeId> rota = new ArrayDeque<>();

  static Behavior<DirectoryCommand> create(
      long term, NodeGateway nodes, NodesListSettings settings) {
    return Behaviors.setup(
        context ->
            Behaviors.withTimers(
                timers -> new NodeDirectory(context, timers, term, nodes, settings)));
  }

  private NodeDirectory(
      ActorContext<DirectoryCommand> context,
      TimerScheduler<DirectoryCommand> timers,
      long term,
      NodeGateway nodes,
      NodesListSettings settings) {
    super(context);
    this.term = term;
    this.nodes = nodes;
    this.settings = settings;
    this.attaching = new SendWindow<>(settings.window());
    this.publications =
        context.messageAdapter(NodePublication.class, DirectoryCommand.Published::new);
    timers.startTimerWithFixedDelay(
        DirectoryMessage.Signal.RETRY, settings.retryAfter().dividedBy(2));
    timers.startTimerWithFixedDelay(DirectoryMessage.Signal.SWEEP, SWEEP_STEP);
  }

  @Override
  public Receive<DirectoryCommand> createReceive() {
    return newReceiveBuilder()
        .onMessage(DirectoryCommand.Published.class, this::onPublished)
        .onMessage(DirectoryCommand.Watch.class, this::onWatch)
        .onMessage(DirectoryMessage.Wake.class, wake -> attach(wake.nodes()))
        .onMessage(DirectoryCommand.ListNodes.class, this::onListNodes)
        .onMessage(DirectoryCommand.FindNode.class, this::onFindNode)
        .onMessage(DirectoryCommand.Subscribe.class, this::onSubscribe)
        .onMessage(DirectoryMessage.Unsubscribe.class, this::onUnsubscribe)
        .onMessageEquals(DirectoryMessage.Signal.MEMBERSHIP_CHANGED, () -> attach(watched))
        .onMessageEquals(DirectoryMessage.Signal.RETRY, this::onRetry)
        .onMessageEquals(DirectoryMessage.Signal.SWEEP, this::onSweep)
        .build();
  }

  private Behavior<DirectoryCommand> onPublished(DirectoryCommand.Published message) {
    NodePublication publication = message.publication();
    NodeId node = publication.node().nodeId();
    attaching.remove(node);
    NodePublication before = known.get(node);
    if (before == null || publication.revision() >= before.revision()) {
      known.put(node, publication);
      // The same one again too: the subscriber's acknowledgement of the first may have been lost.
      subscribers.forEach(subscriber -> subscriber.tell(publication));
    }
    return sendAttaches();
  }

  private Behavior<DirectoryCommand> onWatch(DirectoryCommand.Watch watch) {
    for (NodeId node : watch.nodes()) {
      if (watched.add(node)) {
        rota.add(node);
      }
      if (!known.containsKey(node)) {
        attaching.putIfAbsent(node, node);
      }
    }
    return sendAttaches();
  }

  private Behavior<DirectoryCommand> attach(Set<NodeId> wanted) {
    wanted.forEach(node -> attaching.putIfAbsent(node, node));
    return sendAttaches();
  }

  private Behavior<DirectoryCommand> onRetry() {
    attaching.tick();
    return sendAttaches();
  }

  private Behavior<DirectoryCommand> onSweep() {
    long steps = Math.max(1, settings.attachAllWithin().dividedBy(SWEEP_STEP));
    long some = (rota.size() + steps - 1) / steps;
    for (long i = 0; i < some; i++) {
      NodeId node = rota.remove();
      rota.add(node);
      attaching.putIfAbsent(node, node);
    }
    return sendAttaches();
  }

  private Behavior<DirectoryCommand> sendAttaches() {
    for (NodeId node : attaching.next()) {
      nodes.tell(node, new NodeCommand.Attach(term, publications));
    }
    return this;
  }

  private Behavior<DirectoryCommand> onListNodes(DirectoryCommand.ListNodes query) {
    query.replyTo().tell(new DirectoryCommand.Nodes(List.copyOf(known.values())));
    return this;
  }

  private Behavior<DirectoryCommand> onFindNode(DirectoryCommand.FindNode query) {
    query.replyTo().tell(new DirectoryCommand.Node(Optional.ofNullable(known.get(query.nodeId()))));
    return this;
  }

  private Behavior<DirectoryCommand> onSubscribe(DirectoryCommand.Subscribe message) {
    ActorRef<NodePublication> subscriber = message.subscriber();
    known.values().forEach(subscriber::tell);
    if (subscribers.add(subscriber)) {
      getContext().watchWith(subscriber, new DirectoryMessage.Unsubscribe(subscriber));
    }
    return this;
  }

  private Behavior<DirectoryCommand> onUnsubscribe(DirectoryMessage.Unsubscribe message) {
    subscribers.remove(message.subscriber());
    return this;
  }
}
