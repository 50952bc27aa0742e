package ebb.nodeslist.protocol;

import akka.actor.typed.ActorRef;
import ebb.domain.provenance.Initiator;
import ebb.domain.queue.Pace;
import ebb.domain.queue.QueueChange;
import ebb.domain.queue.QueueRejection;
import ebb.domain.queue.QueuedHost;
import java.util.List;

/**
 * A request about drains that wait for their turn. Answered with {@link NodesListReply.QueueSeen},
 * or with {@link NodesListReply.QueueRefused}. A change is answered once it is durable.
 */
public sealed interface DrainQueueCommand extends LeaderCommand {
  ActorRef<NodesListReply> replyTo();

  /** Rejects the request at once: it must not be carried out after its sender has given up. */
  default void refuse() {
    replyTo()
        .tell(
            new NodesListReply.QueueRefused(
                QueueRejection.JOURNAL_UNAVAILABLE,
                "The leader cannot read or write the journal yet; try again"));
  }

  record GetQueue(ActorRef<NodesListReply> replyTo) implements DrainQueueCommand {}

  /**
   * Let these hosts wait. Hosts that the lists in force exclude are left out. A repeated command is
   * rejected, because its hosts wait already.
   *
   * @param hosts in the order in which they begin, each once
   * @param allowUnknown whether hosts without a known node may wait
   * @param requireConfirmation whether to reject a drain that an operator has to confirm first; see
   *     {@link ebb.domain.refresh.QueueRules}
   */
  record QueueDrain(
      List<QueuedHost> hosts,
      Pace pace,
      boolean allowUnknown,
      boolean requireConfirmation,
      Initiator initiator,
      ActorRef<NodesListReply> replyTo)
      implements DrainQueueCommand {
    public QueueDrain {
      hosts = List.copyOf(hosts);
    }
  }

  record ChangeQueue(
      String id, QueueChange change, Initiator initiator, ActorRef<NodesListReply> replyTo)
      implements DrainQueueCommand {}
}
