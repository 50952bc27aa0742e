package ebb.nodeslist;

import akka.Done;
import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import akka.actor.typed.javadsl.TimerScheduler;
import ebb.domain.NodeAction;
import ebb.domain.NodeId;
import ebb.domain.NodeLifecycle;
import ebb.domain.NodeState;
import ebb.domain.lists.IdleNode;
import ebb.domain.lists.NodeAddress;
import ebb.node.NodeCommand;
import ebb.node.NodePublication;
import java.time.Clock;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The leader's view of the nodes: the newest publication of each. Soft state; a new leader starts
 * with none and asks all nodes of the register to publish to it, again and again, because a node
 * that moved to another instance forgets whom it published to.
 */
final class NodeDirectory extends AbstractBehavior<DirectoryCommand> {
  private static final Comparator<NodePublication> BY_ID =
      Comparator.comparing(publication -> publication.node().nodeId());

  private final long term;
  private final NodeGateway nodes;
  private final ActorRef<NodePublication> publications;

  private final Clock clock;
  private final Function<NodeId, Sighting> sightings;
  private final Map<NodeId, NodePublication> known = new HashMap<>();
  private final Map<NodeId, IdleNode> idle = new HashMap<>();
  private final Map<NodeId, NodeAddress> watched = new HashMap<>();
  private final Set<ActorRef<DirectoryCommand.News>> subscribers = new HashSet<>();

  /** The newest one; it starts anew with the NodesListManager. */
  private Optional<ActorRef<DirectoryMessage.Shows>> fanOut = Optional.empty();

  /** Nodes that were asked to publish in any case, and have not done so. */
  private final SendWindow<NodeId> attaching;

  /** All watched nodes. */
  private final Rota sweep;

  /** Those that may be draining. */
  private final Rota draining;

  /**
   * @param sightings what this instance has seen of a node; asked for each that is shown
   */
  static Behavior<DirectoryCommand> create(
      long term,
      NodeGateway nodes,
      NodesListSettings settings,
      Clock clock,
      Function<NodeId, Sighting> sightings) {
    return Behaviors.setup(
        context ->
            Behaviors.withTimers(
                timers ->
                    new NodeDirectory(context, timers, term, nodes, settings, clock, sightings)));
  }

  private NodeDirectory(
      ActorContext<DirectoryCommand> context,
      TimerScheduler<DirectoryCommand> timers,
      long term,
      NodeGateway nodes,
      NodesListSettings settings,
      Clock clock,
      Function<NodeId, Sighting> sightings) {
    super(context);
    this.term = term;
    this.nodes = nodes;
    this.clock = clock;
    this.sightings = sightings;
    this.attaching = new SendWindow<>(settings.window());
    this.sweep = new Rota(settings.attachAllWithin());
    this.draining = new Rota(settings.wakeEvery());
    this.publications =
        context.messageAdapter(NodePublication.class, DirectoryCommand.Published::new);
    timers.startTimerWithFixedDelay(
        DirectoryMessage.Signal.RETRY, settings.retryAfter().dividedBy(2));
    timers.startTimerWithFixedDelay(DirectoryMessage.Signal.SWEEP, Rota.STEP);
  }

  @Override
  public Receive<DirectoryCommand> createReceive() {
    return newReceiveBuilder()
        .onMessage(DirectoryCommand.Published.class, this::onPublished)
        .onMessage(DirectoryMessage.Watch.class, this::onWatch)
        .onMessage(DirectoryMessage.Planned.class, this::onPlanned)
        .onMessage(DirectoryMessage.TellObeyed.class, this::onTellObeyed)
        .onMessage(DirectoryMessage.Answered.class, this::onAnswered)
        .onMessage(DirectoryMessage.Forget.class, this::onForget)
        .onMessage(DirectoryMessage.ListIdle.class, this::onListIdle)
        .onMessage(DirectoryMessage.Wake.class, wake -> attach(wake.nodes()))
        .onMessage(DirectoryMessage.KeepAwake.class, this::onKeepAwake)
        .onMessage(DirectoryCommand.ListNodes.class, this::onListNodes)
        .onMessage(DirectoryMessage.ListKnown.class, this::onListKnown)
        .onMessage(DirectoryCommand.FindNode.class, this::onFindNode)
        .onMessage(DirectoryCommand.Subscribe.class, this::onSubscribe)
        .onMessage(DirectoryMessage.Unsubscribe.class, this::onUnsubscribe)
        .onMessageEquals(DirectoryMessage.Signal.MEMBERSHIP_CHANGED, () -> attach(watched.keySet()))
        .onMessageEquals(DirectoryMessage.Signal.RETRY, this::onRetry)
        .onMessageEquals(DirectoryMessage.Signal.SWEEP, this::onSweep)
        .build();
  }

  private Behavior<DirectoryCommand> onPublished(DirectoryCommand.Published message) {
    NodePublication publication = message.publication();
    NodeId node = publication.node().nodeId();
    attaching.remove(node);
    if (!watched.containsKey(node)) {
      // It was forgotten, and nobody else will tell it to be quiet; if it is watched again, it is
      // attached to.
      nodes.tell(node, new NodeCommand.Acknowledge(term, publication.revision()));
      return sendAttaches();
    }
    NodePublication before = known.get(node);
    if (before == null || publication.revision() >= before.revision()) {
      known.put(node, publication);
      watchService(node, Optional.ofNullable(before), publication.node().state());
      tellObeyed(before, publication.node());
      if (!isProgressAlone(before, publication)) {
        tellSubscribers(new DirectoryCommand.Changed(publication));
      }
    }
    return sendAttaches();
  }

  private void tellObeyed(@Nullable NodePublication before, NodeLifecycle now) {
    if (before == null || before.node().listVersion() < now.listVersion()) {
      tellObeyed(now.nodeId(), now.listVersion());
    }
  }

  private void tellObeyed(NodeId node, long listVersion) {
    fanOut.ifPresent(orders -> orders.tell(new DirectoryMessage.Shows(node, listVersion)));
  }

  /** A node that moved to another instance answers who asks, and knows no directory. */
  private Behavior<DirectoryCommand> onAnswered(DirectoryMessage.Answered message) {
    NodeId node = message.node();
    NodePublication last = known.get(node);
    boolean isShown = last != null && last.node().listVersion() >= message.listVersion();
    if (isShown || !watched.containsKey(node)) {
      tellObeyed(node, message.listVersion());
    } else {
      attaching.putIfAbsent(node, node);
    }
    return sendAttaches();
  }

  /**
   * What a drain waits for is shown to those who ask; nobody acts on it. The very same publication
   * again is no progress: the subscriber's acknowledgement of the first may have been lost.
   */
  private static boolean isProgressAlone(@Nullable NodePublication before, NodePublication now) {
    return before != null
        && before.revision() == now.revision()
        && !before.progress().equals(now.progress());
  }

  private Behavior<DirectoryCommand> onWatch(DirectoryMessage.Watch watch) {
    watch
        .nodes()
        .forEach(
            (node, address) -> {
              if (watched.put(node, address) == null) {
                sweep.add(node);
              }
              if (!known.containsKey(node)) {
                attaching.putIfAbsent(node, node);
              }
            });
    return sendAttaches();
  }

  private void watchService(NodeId node, Optional<NodePublication> before, NodeState state) {
    if (state.isInService()) {
      idle.remove(node);
      return;
    }
    boolean hasServed = before.filter(known -> known.node().state().isInService()).isPresent();
    IdleNode known = idle.get(node);
    idle.put(
        node,
        known == null
            ? new IdleNode(state, clock.instant(), hasServed)
            : new IdleNode(state, known.since(), known.hasServed()));
  }

  private Behavior<DirectoryCommand> onPlanned(DirectoryMessage.Planned message) {
    message.orders().stream()
        .filter(order -> order.action() instanceof NodeAction.GracefulDecommission)
        .forEach(order -> draining.add(order.nodeId()));
    tellSubscribers(new DirectoryCommand.Ordered(message.orders(), message.heard()));
    if (subscribers.isEmpty()) {
      message.heard().tell(Done.getInstance());
    }
    return this;
  }

  private Behavior<DirectoryCommand> onTellObeyed(DirectoryMessage.TellObeyed message) {
    fanOut = Optional.of(message.fanOut());
    return this;
  }

  private Behavior<DirectoryCommand> onForget(DirectoryMessage.Forget message) {
    for (NodeId node : message.nodes()) {
      watched.remove(node);
      known.remove(node);
      idle.remove(node);
      attaching.remove(node);
    }
    sweep.remove(message.nodes());
    draining.remove(message.nodes());
    tellSubscribers(new DirectoryCommand.Forgotten(message.nodes()));
    return sendAttaches();
  }

  private void tellSubscribers(DirectoryCommand.News news) {
    subscribers.forEach(subscriber -> subscriber.tell(news));
  }

  private Behavior<DirectoryCommand> onListIdle(DirectoryMessage.ListIdle query) {
    query.replyTo().tell(new DirectoryMessage.Idle(Map.copyOf(idle)));
    return this;
  }

  private Behavior<DirectoryCommand> attach(Set<NodeId> wanted) {
    wanted.forEach(node -> attaching.putIfAbsent(node, node));
    return sendAttaches();
  }

  private Behavior<DirectoryCommand> onRetry() {
    attaching.tick();
    return sendAttaches();
  }

  private Behavior<DirectoryCommand> onKeepAwake(DirectoryMessage.KeepAwake message) {
    draining.keep(message.nodes());
    return this;
  }

  private Behavior<DirectoryCommand> onSweep() {
    sweep.next().forEach(node -> attaching.putIfAbsent(node, node));
    draining.next().forEach(this::keepAwake);
    return sendAttaches();
  }

  /** Of a node that is known no answer is waited for: it gives one if it slept. */
  private void keepAwake(NodeId node) {
    NodePublication last = known.get(node);
    if (last == null) {
      attaching.putIfAbsent(node, node);
    } else {
      attach(node, Optional.of(last.revision()));
    }
  }

  private Behavior<DirectoryCommand> sendAttaches() {
    attaching.next().forEach(node -> attach(node, Optional.empty()));
    return this;
  }

  private void attach(NodeId node, Optional<Long> revision) {
    nodes.tell(node, new NodeCommand.Attach(term, publications, revision));
  }

  private Behavior<DirectoryCommand> onListNodes(DirectoryCommand.ListNodes query) {
    query
        .replyTo()
        .tell(
            new DirectoryCommand.Nodes(
                known.values().stream().sorted(BY_ID).map(this::seen).toList()));
    return this;
  }

  private Behavior<DirectoryCommand> onListKnown(DirectoryMessage.ListKnown query) {
    query.replyTo().tell(new DirectoryMessage.Known(List.copyOf(known.values())));
    return this;
  }

  private Behavior<DirectoryCommand> onFindNode(DirectoryCommand.FindNode query) {
    Optional<SeenNode> node = Optional.ofNullable(known.get(query.nodeId())).map(this::seen);
    query.replyTo().tell(new DirectoryCommand.Node(node));
    return this;
  }

  /** Looked at when it is asked for: heartbeats send no message to the directory. */
  private SeenNode seen(NodePublication publication) {
    NodeId node = publication.node().nodeId();
    return new SeenNode(
        publication,
        sightings.apply(node),
        Optional.ofNullable(watched.get(node)).map(NodeAddress::ip));
  }

  private Behavior<DirectoryCommand> onSubscribe(DirectoryCommand.Subscribe message) {
    ActorRef<DirectoryCommand.News> subscriber = message.subscriber();
    known.values().forEach(each -> subscriber.tell(new DirectoryCommand.Changed(each)));
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
