package ebb.node;

import akka.actor.typed.ActorRef;
import ebb.domain.NodeOrder;
import ebb.domain.Resource;
import ebb.domain.provenance.Initiator;
import ebb.domain.work.Workload;
import java.time.Instant;
import java.util.Optional;

/** The commands that a node accepts. */
public sealed interface NodeCommand
    permits NodeCommand.Reconcile,
        NodeCommand.Register,
        NodeCommand.Fact,
        NodeCommand.Resize,
        NodeCommand.Get,
        Poll {

  // ---- from the leader's NodesListManager ----

  /**
   * The leader's request to wake, to publish to it, and to apply the order. Answered with a
   * publication, unless the leader already has the newest one. Ignored if the term is older than
   * one seen before.
   *
   * @param order the order that the node still has to apply, as far as the leader knows
   * @param known the newest update of the node that the leader has; empty if it has none
   */
  record Reconcile(Leader leader, Optional<NodeOrder> order, Optional<Long> known)
      implements NodeCommand {}

  // ---- facts about the NodeManager, from the leader's RMNodeView ----

  /**
   * Answered with {@link NodeReply.Current} once durable: the NodeManager is admitted, and serves
   * or continues to drain. Otherwise answered with {@link NodeReply.Refused}.
   *
   * @param allowed whether the lists in force allow the host
   * @param listVersion version of those lists
   * @param giveUpAt when the sender stops waiting for the reply. A later refresh may then have been
   *     planned without this registration, which must no longer put the node into service
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

  /** A fact about an admitted NodeManager, including that it stopped sending heartbeats. */
  sealed interface Fact extends NodeCommand {
    /** The leader and the registration that the fact comes from. */
    ReportStamp stamp();
  }

  /**
   * What a draining node waits for; sent when it changes, and repeated until the node publishes it.
   *
   * @param epoch of the drain that the sender tracks
   * @param knownRevision the newest publication of the node that the sender has seen
   * @param sequence grows with each report of one registration
   */
  record ReportWorkload(
      ReportStamp stamp, long epoch, long knownRevision, long sequence, Workload workload)
      implements Fact {}

  /** Sent as long as the reported health differs from the published one. */
  record ReportHealth(ReportStamp stamp, boolean healthy, String report) implements Fact {}

  /** No heartbeat arrived for the expiry interval. */
  record ReportExpiry(ReportStamp stamp) implements Fact {}

  /** The NodeManager's heartbeats are out of sequence. */
  record ReportReboot(ReportStamp stamp) implements Fact {}

  /** The NodeManager unregistered. */
  record Unregister(ReportStamp stamp) implements Fact {}

  /**
   * Answered with {@link NodeReply.Current} or {@link NodeReply.Refused}. A command of an earlier
   * leader is not answered.
   */
  record Resize(Leader leader, Resource capacity, Initiator initiator, ActorRef<NodeReply> replyTo)
      implements NodeCommand {}

  // ---- reading ----

  /** Answered with {@link NodeReply.Current}. */
  record Get(ActorRef<NodeReply> replyTo) implements NodeCommand {}
}
