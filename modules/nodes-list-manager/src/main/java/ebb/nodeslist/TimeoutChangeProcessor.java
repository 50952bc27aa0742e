package ebb.nodeslist;

import akka.actor.typed.ActorRef;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import ebb.domain.NodeId;
import ebb.domain.NodeLifecycle;
import ebb.domain.NodeOrder;
import ebb.domain.RejectionCode;
import ebb.domain.lists.NodesListEvent.RefreshAccepted;
import ebb.domain.lists.NodesListState;
import ebb.domain.provenance.Initiator;
import ebb.domain.refresh.TimeoutChangeRules;
import ebb.domain.refresh.TimeoutChangeRules.Accepted;
import ebb.domain.refresh.TimeoutChangeRules.Refused;
import ebb.domain.refresh.TimeoutChangeRules.TimeoutDecision;
import ebb.node.NodeCommand;
import ebb.node.NodeReply;
import ebb.node.NodeStateUpdate;
import ebb.nodeslist.protocol.LeaderCommand;
import ebb.nodeslist.protocol.ManagerMessage.TimeoutChangeSeen;
import ebb.nodeslist.protocol.NodesListCommand.ChangeDrainTimeout;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes the change of a drain's timeout from the request to the order that the node gets. */
final class TimeoutChangeProcessor {
  private static final Logger LOG = LoggerFactory.getLogger(TimeoutChangeProcessor.class);

  /** How long a node may take to report its state. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  /** How many commands may wait for silent nodes at the same time. */
  private static final int MOST_WAITING = 20;

  private static final String UNAVAILABLE =
      "The journal cannot be written now, so nothing is changed; try again";

  private static final String NOT_WRITTEN =
      "The journal did not confirm the write; if it was recorded, Ebb carries it out. Check the"
          + " operations before you try again";

  private final ActorContext<LeaderCommand> context;
  private final ManagerContext parts;
  private final CommitQueue commits;
  private final NodeTable table;
  private final FanOut fanOut;
  private int waiting;

  TimeoutChangeProcessor(
      ActorContext<LeaderCommand> context,
      ManagerContext parts,
      CommitQueue commits,
      NodeTable table,
      FanOut fanOut) {
    this.context = context;
    this.parts = parts;
    this.commits = commits;
    this.table = table;
    this.fanOut = fanOut;
  }

  /**
   * Decides at once on a drain that is known here. Otherwise queries the node itself, and its
   * answer arrives as TimeoutChangeSeen: the sender may have seen a drain on another instance that
   * has not been published here yet.
   */
  void change(ChangeDrainTimeout command) {
    NodeId node = command.nodeId();
    Optional<NodeLifecycle> draining =
        table.find(node).map(NodeStateUpdate::node).filter(each -> each.drain().isPresent());
    boolean isKnown = commits.current().addressOf(node).isPresent();
    if (draining.isPresent() || !isKnown || waiting >= MOST_WAITING || !commits.isOpen()) {
      decide(command, draining);
      return;
    }
    waiting++;
    ActorRef<LeaderCommand> self = context.getSelf();
    var silence = new NodeReply.Refused(node, RejectionCode.STALE, "No answer");
    askNode(node, PATIENCE, silence, reply -> self.tell(new TimeoutChangeSeen(command, of(reply))));
  }

  void seen(TimeoutChangeSeen seen) {
    waiting--;
    decide(seen.command(), seen.node());
  }

  private static Optional<NodeLifecycle> of(NodeReply reply) {
    return reply instanceof NodeReply.Current current
        ? Optional.of(current.publication().node())
        : Optional.empty();
  }

  private void decide(ChangeDrainTimeout command, Optional<NodeLifecycle> node) {
    if (!commits.isOpen()) {
      refuse(command, RejectionCode.JOURNAL_UNAVAILABLE, UNAVAILABLE);
      return;
    }
    NodesListState state = commits.current();
    String operationId = parts.operationIds().get();
    Initiator by = command.initiator().of(operationId);
    TimeoutDecision decision =
        TimeoutChangeRules.decide(
            state,
            command.nodeId(),
            command.change(),
            node.orElse(null),
            operationId,
            by.stamp(parts.now(), parts.instance(), state.listVersion() + 1));
    if (decision instanceof Refused refused) {
      refuse(command, refused.code(), refused.reason());
      return;
    }
    List<RefreshAccepted> events =
        decision instanceof Accepted accepted ? List.of(accepted.event()) : List.of();
    commits.submit(
        new PendingCommit(
            List.copyOf(events),
            durable -> {
              events.forEach(event -> log(event, command));
              carryOut(durable, command);
            },
            () -> refuse(command, RejectionCode.JOURNAL_UNAVAILABLE, NOT_WRITTEN)));
  }

  private static void log(RefreshAccepted event, ChangeDrainTimeout command) {
    LOG.info(
        "Refresh {} ({}, {}) by {}: {} of {}",
        event.listVersion(),
        event.operationId(),
        event.type(),
        command.initiator().text(),
        event.timeout().orElseThrow(),
        command.nodeId());
  }

  /** The operation is durable, whether this command or an earlier one requested it. */
  private void carryOut(NodesListState state, ChangeDrainTimeout command) {
    NodeId node = command.nodeId();
    Optional<NodeOrder> pending = table.pendingOrder(state, node);
    if (pending.isEmpty()) {
      parts.nodes().tell(node, new NodeCommand.Get(command.replyTo()));
      return;
    }
    NodeOrder order = pending.get();
    // The node applies it before the query arrives, unless many other nodes come first.
    fanOut.send(List.of(order));
    var onItsWay = new NodeReply.Accepted(node, order.initiator().operationId().orElseThrow());
    // A node that could not write still has its drain as before.
    askNode(
        node,
        parts.settings().answerAfter(),
        onItsWay,
        reply -> command.replyTo().tell(isBehind(reply, order) ? onItsWay : reply));
  }

  private static boolean isBehind(NodeReply reply, NodeOrder order) {
    return of(reply).filter(node -> !order.isAppliedBy(node)).isPresent();
  }

  /**
   * Queries the node, and passes on its answer.
   *
   * @param silence passed on instead if no answer comes within {@code patience}
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

  private static void refuse(ChangeDrainTimeout command, RejectionCode code, String reason) {
    command.replyTo().tell(new NodeReply.Refused(command.nodeId(), code, reason));
  }
}
