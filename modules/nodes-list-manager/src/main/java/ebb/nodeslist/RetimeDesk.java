package ebb.nodeslist;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import ebb.domain.Initiator;
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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes another timeout for a drain from the request to the order that the node gets. */
final class RetimeDesk {
  private static final Logger LOG = LoggerFactory.getLogger(RetimeDesk.class);

  private final ActorContext<NodesListCommand> context;
  private final ManagerParts parts;
  private final View view;
  private final Orders orders;

  RetimeDesk(ActorContext<NodesListCommand> context, ManagerParts parts, View view, Orders orders) {
    this.context = context;
    this.parts = parts;
    this.view = view;
    this.orders = orders;
  }

  /** Answered with RetimeSeen. */
  void look(RetimeDrain command) {
    view.ask(
        nodes -> new RetimeSeen(command, Optional.of(nodes)),
        new RetimeSeen(command, Optional.empty()));
  }

  /** Empty if nothing is to be written: whoever asked is answered. */
  Optional<Accepted> decide(NodesListState state, RetimeSeen seen) {
    RetimeDrain command = seen.command();
    if (seen.view().isEmpty()) {
      refuse(command, RejectionCode.STALE, "The view of the nodes is not available; try again");
      return Optional.empty();
    }
    String operationId = parts.operationIds().get();
    Initiator by = command.initiator().of(operationId);
    TimeoutDecision decision =
        TimeoutChangeRules.decide(
            state,
            command.nodeId(),
            command.change(),
            View.lifecycles(seen.view().get()).get(command.nodeId()),
            operationId,
            by.stamp(parts.now(), parts.instance(), state.listVersion() + 1));
    if (decision instanceof Accepted accepted) {
      return Optional.of(accepted);
    } else if (decision instanceof Refused refused) {
      refuse(command, refused.code(), refused.reason());
    } else {
      askNode(command);
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
    ActorRef<NodeReply> check =
        context.spawnAnonymous(
            obeyed(
                order.listVersion(), command.replyTo(), onItsWay, parts.settings().answerAfter()));
    parts.nodes().tell(command.nodeId(), new NodeCommand.Get(check));
  }

  /**
   * Passes the node's answer on if it has obeyed: one that could not write has its drain as before.
   *
   * @param patience how long the node may take
   */
  private static Behavior<NodeReply> obeyed(
      long listVersion, ActorRef<NodeReply> asker, NodeReply onItsWay, Duration patience) {
    return Behaviors.withTimers(
        timers -> {
          timers.startSingleTimer(onItsWay, patience);
          return Behaviors.<NodeReply>receiveMessage(
              reply -> {
                boolean isBehind =
                    reply instanceof NodeReply.Current current
                        && current.publication().node().listVersion() < listVersion;
                asker.tell(isBehind ? onItsWay : reply);
                return Behaviors.stopped();
              });
        });
  }

  private void askNode(RetimeDrain command) {
    parts.nodes().tell(command.nodeId(), new NodeCommand.Get(command.replyTo()));
  }

  private static void refuse(RetimeDrain command, RejectionCode code, String reason) {
    command.replyTo().tell(new NodeReply.Refused(command.nodeId(), code, reason));
  }
}
