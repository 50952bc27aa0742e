package ebb.nodeslist;

import akka.Done;
import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.PostStop;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.AskPattern;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import akka.actor.typed.javadsl.TimerScheduler;
import ebb.domain.NodeId;
import ebb.domain.NodeOrder;
import ebb.domain.lists.NodesListEvent.ConfirmedOrder;
import ebb.node.NodeCommand;
import ebb.node.NodeReply;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * Brings orders to nodes until each has obeyed, and tells the NodesListManager which have. A node
 * says so to the directory, with all that it publishes, or answers; what counts is that the
 * directory shows it. Soft state: after a crash the orders come again from the journal, and
 * carrying one out twice changes nothing.
 */
final class FanOut extends AbstractBehavior<FanOut.Message> {

  sealed interface Message {}

  /**
   * Send these now; each replaces what was on its way to the same node.
   *
   * @param answer sent when all its nodes have obeyed, or after a while with those that have not
   */
  record Send(List<NodeOrder> orders, Optional<PendingAnswer> answer) implements Message {
    static Send of(List<NodeOrder> orders) {
      return new Send(orders, Optional.empty());
    }
  }

  /**
   * The same, for a plan that has just become durable: those who follow the nodes hear of it first,
   * so that a node which is to drain takes no container while ten thousand orders are on their way.
   */
  record Announce(List<NodeOrder> orders, PendingAnswer answer) implements Message {}

  /** By a node itself. */
  private record Answered(NodeReply reply) implements Message {}

  /** By the directory. */
  private record Shown(DirectoryMessage.Shows obeyed) implements Message {}

  private record AnswerDue(PendingAnswer answer) implements Message {}

  /**
   * A batch of confirmations is durable.
   *
   * @param lost nothing, or all of it if nobody has said so
   */
  private record Written(List<ConfirmedOrder> lost) implements Message {}

  private enum Tick implements Message {
    RETRY,
    FLUSH
  }

  /** Nobody who does not hear holds the orders up for longer. */
  private static final Duration HEARING = Duration.ofSeconds(1);

  /** Longer than a write takes: what comes again was lost. */
  private static final Duration WRITING = Duration.ofMinutes(2);

  private final TimerScheduler<Message> timers;
  private final NodeGateway nodes;
  private final ActorRef<NodesListCommand> manager;
  private final ActorRef<DirectoryCommand> directory;
  private final NodesListSettings settings;
  private final ActorRef<NodeReply> nodeAnswers;
  private final SendWindow<NodeOrder> orders;
  private final Confirmations confirmations;
  private final List<PendingAnswer> answers = new ArrayList<>();

  static Behavior<Message> create(
      NodeGateway nodes,
      ActorRef<NodesListCommand> manager,
      ActorRef<DirectoryCommand> directory,
      NodesListSettings settings) {
    return Behaviors.setup(
        context ->
            Behaviors.withTimers(
                timers -> new FanOut(context, timers, nodes, manager, directory, settings)));
  }

  private FanOut(
      ActorContext<Message> context,
      TimerScheduler<Message> timers,
      NodeGateway nodes,
      ActorRef<NodesListCommand> manager,
      ActorRef<DirectoryCommand> directory,
      NodesListSettings settings) {
    super(context);
    this.timers = timers;
    this.nodes = nodes;
    this.manager = manager;
    this.directory = directory;
    this.settings = settings;
    this.orders = new SendWindow<>(settings.window());
    this.confirmations = new Confirmations(settings.confirmBatch());
    this.nodeAnswers = context.messageAdapter(NodeReply.class, Answered::new);
    directory.tell(
        new DirectoryMessage.TellObeyed(
            context.messageAdapter(DirectoryMessage.Shows.class, Shown::new)));
    timers.startTimerWithFixedDelay(Tick.RETRY, settings.retryAfter().dividedBy(2));
  }

  @Override
  public Receive<Message> createReceive() {
    return newReceiveBuilder()
        .onMessage(Send.class, this::onSend)
        .onMessage(Announce.class, this::onAnnounce)
        .onMessage(Answered.class, this::onAnswered)
        .onMessage(Shown.class, this::onShown)
        .onMessage(AnswerDue.class, this::onAnswerDue)
        .onMessage(Written.class, this::onWritten)
        .onMessageEquals(Tick.RETRY, this::onRetry)
        .onMessageEquals(Tick.FLUSH, this::onFlush)
        .onSignal(PostStop.class, stopped -> onStop())
        .build();
  }

  private Behavior<Message> onSend(Send message) {
    message.answer().ifPresent(this::await);
    message.orders().stream()
        .filter(this::isNewest)
        .forEach(order -> orders.put(order.nodeId(), order));
    return sendNext();
  }

  /** Those who follow the nodes may have heard of a later plan first. */
  private boolean isNewest(NodeOrder order) {
    return orders
        .get(order.nodeId())
        .filter(known -> known.listVersion() > order.listVersion())
        .isEmpty();
  }

  /** Not ActorContext.ask: see {@link View}. */
  private Behavior<Message> onAnnounce(Announce message) {
    await(message.answer());
    CompletionStage<Done> heard =
        AskPattern.<DirectoryCommand, Done>ask(
                directory,
                replyTo -> new DirectoryMessage.Planned(message.orders(), replyTo),
                HEARING,
                getContext().getSystem().scheduler())
            .thenApplyAsync(Function.identity(), getContext().getExecutionContext());
    getContext().pipeToSelf(heard, (done, failure) -> Send.of(message.orders()));
    return this;
  }

  private Behavior<Message> sendNext() {
    for (NodeOrder order : orders.next()) {
      nodes.tell(order.nodeId(), new NodeCommand.Obey(order, nodeAnswers));
    }
    return this;
  }

  private Behavior<Message> onRetry() {
    orders.tick();
    return sendNext();
  }

  private Behavior<Message> onAnswered(Answered message) {
    if (message.reply() instanceof NodeReply.Obeyed obeyed) {
      directory.tell(new DirectoryMessage.Answered(obeyed.nodeId(), obeyed.listVersion()));
    }
    return this;
  }

  private Behavior<Message> onShown(Shown message) {
    NodeId node = message.obeyed().node();
    long listVersion = message.obeyed().listVersion();
    Optional<NodeOrder> order = orders.get(node).filter(sent -> sent.listVersion() <= listVersion);
    if (order.isPresent()) {
      orders.remove(node);
      confirm(new ConfirmedOrder(node, order.get().listVersion()));
    }
    answers.forEach(answer -> answer.confirm(node, listVersion));
    if (answers.removeIf(PendingAnswer::sendIfComplete)) {
      flush(); // of a refresh in time: nothing more comes that could be written with its last
    }
    return sendNext();
  }

  private void confirm(ConfirmedOrder order) {
    confirmations.add(order);
    if (confirmations.areEnough()) {
      flush();
    } else if (!timers.isTimerActive(Tick.FLUSH)) {
      timers.startSingleTimer(Tick.FLUSH, settings.confirmWithin());
    }
  }

  private Behavior<Message> onFlush() {
    flush();
    return this;
  }

  private void flush() {
    timers.cancel(Tick.FLUSH);
    confirmations.take().ifPresent(this::write);
  }

  /** Not ActorContext.ask: see {@link View}. */
  private void write(List<ConfirmedOrder> batch) {
    CompletionStage<Done> written =
        AskPattern.<NodesListCommand, Done>ask(
                manager,
                replyTo -> new ManagerMessage.Confirmed(batch, replyTo),
                WRITING,
                getContext().getSystem().scheduler())
            .thenApplyAsync(Function.identity(), getContext().getExecutionContext());
    getContext()
        .pipeToSelf(written, (done, failure) -> new Written(failure == null ? List.of() : batch));
  }

  private Behavior<Message> onWritten(Written message) {
    if (confirmations.written(message.lost())) {
      flush();
    }
    return this;
  }

  private void await(PendingAnswer answer) {
    if (!answer.sendIfComplete()) {
      answers.add(answer);
      timers.startSingleTimer(answer, new AnswerDue(answer), settings.answerAfter());
    }
  }

  private Behavior<Message> onAnswerDue(AnswerDue due) {
    if (answers.remove(due.answer())) {
      due.answer().send();
    }
    return this;
  }

  /** What these callers wait for is durable already. */
  private Behavior<Message> onStop() {
    answers.forEach(PendingAnswer::send);
    return this;
  }
}
