package ebb.nodeslist;

import akka.actor.typed.ActorRef;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import ebb.domain.Initiator;
import ebb.domain.NodeId;
import ebb.domain.NodeLifecycle;
import ebb.domain.NodeOrder;
import ebb.domain.RejectionCode;
import ebb.domain.lists.NodesListState;
import ebb.domain.lists.TimeoutChangeRules;
import ebb.domain.lists.TimeoutChangeRules.Accepted;
import ebb.domain.lists.TimeoutChangeRules.Refused;
import ebb.domain.lists.TimeoutChangeRules.TimeoutDecision;
import ebb.node.NodeCommand;
import ebb.node.NodeReply;
import ebb.nodeslist.ManagerMessage.RetimeSeen;
import ebb.nodeslist.NodesListCommand.RetimeDrain;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes another timeout for a drain from the request to the order that the node gets. */
final class RetimeDesk {
  private static final Logger LOG = LoggerFactory.getLogger(RetimeDesk.class);

  /** How long a node may take to say what it does. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  /** How many may wait for their nodes at a time: refreshes and registrations come behind them. */
  private static final int MOST_WAITING = 20;

  private final ActorContext<NodesListCommand> context;
  private final ManagerParts parts;
  private final Orders orders;
  private int waiting;

  RetimeDesk(ActorContext<NodesListCommand> context, ManagerParts parts, Orders orders) {
    this.context = context;
    this.parts = parts;
    this.orders = orders;
  }

  /**
   * Answered with RetimeSeen. Asks the node itself: whoever asks may have seen a drain on another
   * instance, of which nothing has been published here yet.
   */
  void look(NodesListState state, RetimeDrain command) {
    ActorRef<NodesListCommand> self = context.getSelf();
    waiting++;
    if (waiting > MOST_WAITING || state.addressOf(command.nodeId()).isEmpty()) {
      self.tell(new RetimeSeen(command, Optional.empty()));
      return;
    }
    var silence = new NodeReply.Refused(command.nodeId(), RejectionCode.STALE, "No answer");
    askNode(
        command.nodeId(),
        PATIENCE,
        silence,
        reply -> self.tell(new RetimeSeen(command, of(reply))));
  }

  private static Optional<NodeLifecycle> of(NodeReply reply) {
    return reply instanceof NodeReply.Current current
        ? Optional.of(current.publication().node())
        : Optional.empty();
  }

  /** Empty if nothing is to be written: whoever asked is answered. */
  Optional<Accepted> decide(NodesListState state, RetimeSeen seen) {
    waiting--;
    RetimeDrain command = seen.command();
    String operationId = parts.operationIds().get();
    Initiator by = command.initiator().of(operationId);
    TimeoutDecision decision =
        TimeoutChangeRules.decide(
            state,
            command.nodeId(),
            command.change(),
            seen.node().orElse(null),
            operationId,
            by.stamp(parts.now(), parts.instance(), state.listVersion() + 1));
    if (decision instanceof Accepted accepted) {
      return Optional.of(accepted);
    } else if (decision instanceof Refused refused) {
      refuse(command, refused.code(), refused.reason());
    } else {
      parts.nodes().tell(command.nodeId(), new NodeCommand.Get(command.replyTo()));
    }
    return Optional.empty();
  }

  /** The operation is durable. */
  void carryOut(NodesListState state, RetimeDrain command, Accepted accepted) {
    LOG.info(
        "Refresh {} ({}, {}) by {}: {} of {}",
        state.listVersion(),
        accepted.event().operationId(),
        accepted.event().type(),
        command.initiator().text(),
        accepted.event().timeout().orElseThrow(),
        command.nodeId());
    NodeOrder order = state.pendingOrder(command.nodeId()).orElseThrow();
    // The node obeys it before it is asked; the fan-out sees to it that it does.
    parts
        .nodes()
        .tell(command.nodeId(), new NodeCommand.Obey(order, context.getSystem().ignoreRef()));
    orders.send(List.of(order));
    var onItsWay = new NodeReply.Accepted(command.nodeId(), accepted.event().operationId());
    // One that could not write has its drain as before.
    askNode(
        command.nodeId(),
        parts.settings().answerAfter(),
        onItsWay,
        reply -> command.replyTo().tell(isBehind(reply, order) ? onItsWay : reply));
  }

  private static boolean isBehind(NodeReply reply, NodeOrder order) {
    return of(reply).filter(node -> node.listVersion() < order.listVersion()).isPresent();
  }

  /**
   * Passes on what the node answers.
   *
   * @param silence passed on instead if no answer comes in this time
   */
  private void askNode(
      NodeId node, Duration patience, NodeReply silence, Consumer<NodeReply> answered) {
    ActorRef<NodeReply> asker =
        context.spawnAnonymous(
            Behaviors.withTimers(
                timers -> {
                  timers.startSingleTimer(silence, patience);
                  return Behaviors.<NodeReply>receiveMessage(
                      reply -> {
                        answered.accept(reply);
                        return Behaviors.stopped();
                      });
                }));
    parts.nodes().tell(node, new NodeCommand.Get(asker));
  }

  private static void refuse(RetimeDrain command, RejectionCode code, String reason) {
    command.replyTo().tell(new NodeReply.Refused(command.nodeId(), code, reason));
  }
}
