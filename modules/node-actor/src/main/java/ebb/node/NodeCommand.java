package ebb.node;

import akka.actor.typed.ActorRef;
import ebb.domain.NodeOrder;
import ebb.domain.Resource;
import ebb.domain.provenance.Initiator;
import ebb.domain.work.Workload;
import java.time.Instant;
import java.util.Optional;

/** What can be said to a node. */
public sealed interface NodeCommand
    permits NodeCommand.Reconcile,
        NodeCommand.Register,
        NodeCommand.Fact,
        NodeCommand.Resize,
        NodeCommand.Get,
        NodeSignal {

  // ---- from the leader's NodesListManager ----

  /**
   * What the leader wants of the node: publish to it, apply the order, wake. Answered with a
   * publication unless the node has nothing that the leader lacks. Of an older term than one seen
   * before: ignored.
   *
   * @param order what the node has to apply and has not, as far as the leader knows
   * @param known the newest update of the node that the leader has; empty if it has none
   */
  record Reconcile(Leader leader, Optional<NodeOrder> order, Optional<Long> known)
      implements NodeCommand {}

  // ---- facts about the NodeManager, from the leader's RMNodeView ----

  /**
   * Answered with {@link NodeReply.Admitted} once durable, or {@link NodeReply.Refused}.
   *
   * @param allowed what the lists in force say of the host
   * @param listVersion of those lists
   * @param giveUpAt after which nobody waits for the answer; a later refresh may have planned
   *     without this registration then, so that it must not put the node into service any more
   */
  record Register(
      ReportStamp stamp,
      Resource capacity,
      boolean healthy,
      boolean allowed,
      long listVersion,
      Instant giveUpAt,
      ActorRef<NodeReply> replyTo)
      implements NodeCommand {}

  /** Of a NodeManager that was admitted, or of its silence. */
  sealed interface Fact extends NodeCommand {
    /** Whose fact it is. */
    ReportStamp stamp();
  }

  /**
   * What a draining node waits for; sent when it changes, and again until the node publishes it.
   *
   * @param epoch of the drain that the sender follows
   * @param knownRevision the newest publication of the node that the sender has seen
   * @param sequence grows with each report of one registration
   */
  record ReportWorkload(
      ReportStamp stamp, long epoch, long knownRevision, long sequence, Workload workload)
      implements Fact {}

  /** Sent when the reported health differs from the published one, until it does not. */
  record ReportHealth(ReportStamp stamp, boolean healthy, String report) implements Fact {}

  /** No heartbeat came for the expiry interval. */
  record ReportExpiry(ReportStamp stamp) implements Fact {}

  /** The NodeManager's heartbeats are out of step. */
  record ReportReboot(ReportStamp stamp) implements Fact {}

  /** The NodeManager unregistered. */
  record Unregister(ReportStamp stamp) implements Fact {}

  /**
   * Answered with {@link NodeReply.Current} or {@link NodeReply.Refused}; an earlier leader's is
   * not answered.
   */
  record Resize(Leader leader, Resource capacity, Initiator initiator, ActorRef<NodeReply> replyTo)
      implements NodeCommand {}

  // ---- reading ----

  /** Answered with {@link NodeReply.Current}. */
  record Get(ActorRef<NodeReply> replyTo) implements NodeCommand {}
}
