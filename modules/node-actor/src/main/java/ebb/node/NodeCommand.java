package ebb.node;

import akka.actor.typed.ActorRef;
import ebb.domain.Initiator;
import ebb.domain.NodeOrder;
import ebb.domain.Resource;
import ebb.domain.TimeoutChange;
import ebb.domain.Workload;
import java.time.Instant;
import java.util.Optional;

/** What can be said to a node. */
public sealed interface NodeCommand
    permits NodeCommand.Obey,
        NodeCommand.Attach,
        NodeCommand.Acknowledge,
        NodeCommand.Register,
        NodeCommand.Fact,
        NodeCommand.Resize,
        NodeCommand.Retime,
        NodeCommand.Get,
        NodeSignal {

  // ---- from the NodesListManager ----

  /**
   * Answered with {@link NodeReply.Obeyed}: once the node's own event is durable, unless it is
   * published to a leader, who sees there what the node has obeyed; and at once if the order is
   * void.
   */
  record Obey(NodeOrder order, ActorRef<NodeReply> replyTo) implements NodeCommand {}

  // ---- from the leader ----

  /**
   * Publish to this actor from now on, and now; wakes the node if it sleeps. The node repeats a
   * publication until it is acknowledged. Of an older term than one seen before: ignored.
   *
   * @param known the revision that the directory has, if the node has only to be awake: it does not
   *     publish if it is that, and the leader has acknowledged it
   */
  record Attach(long term, ActorRef<NodePublication> directory, Optional<Long> known)
      implements NodeCommand {}

  /** The leader's side has seen, and obeys, this revision; a {@link Fact} says so, too. */
  record Acknowledge(long term, long revision) implements NodeCommand {}

  // ---- facts about the NodeManager, from the leader's LiveNode ----

  /**
   * Answered with {@link NodeReply.Admitted} once durable, or {@link NodeReply.Refused}.
   *
   * @param allowed what the lists in force say of the host
   * @param listVersion of those lists
   * @param giveUpAt after which nobody waits for the answer; a later refresh may have planned
   *     without this registration then, so that it must not put the node into service any more
   */
  record Register(
      FactStamp stamp,
      Resource capacity,
      boolean healthy,
      boolean allowed,
      long listVersion,
      Instant giveUpAt,
      ActorRef<NodeReply> replyTo)
      implements NodeCommand {}

  /** Of a NodeManager that was admitted, or of its silence. */
  sealed interface Fact extends NodeCommand {
    /** Whose fact it is, and the newest revision of the node that its sender obeys. */
    FactStamp stamp();
  }

  /**
   * What a draining node waits for; sent on every change, and again now and then.
   *
   * @param epoch of the drain that the sender obeys
   * @param sequence grows with each report of one registration
   */
  record ReportWorkload(FactStamp stamp, long epoch, long sequence, Workload workload)
      implements Fact {}

  /** Sent when the reported health differs from the published one, until it does not. */
  record ReportHealth(FactStamp stamp, boolean healthy, String report) implements Fact {}

  /** No heartbeat came for the expiry interval. */
  record ReportExpiry(FactStamp stamp) implements Fact {}

  /** The NodeManager's heartbeats are out of step. */
  record ReportReboot(FactStamp stamp) implements Fact {}

  /** The NodeManager said goodbye. */
  record Unregister(FactStamp stamp) implements Fact {}

  /** Answered with {@link NodeReply.Obeyed} or {@link NodeReply.Refused}. */
  record Resize(Resource capacity, Initiator initiator, ActorRef<NodeReply> replyTo)
      implements NodeCommand {}

  /**
   * An operator gives the running drain another timeout. Answered with {@link NodeReply.Current}
   * once durable, or {@link NodeReply.Refused} if the node is not draining, or the change has to be
   * confirmed.
   */
  record Retime(TimeoutChange change, Initiator initiator, ActorRef<NodeReply> replyTo)
      implements NodeCommand {}

  // ---- reading ----

  /** Answered with {@link NodeReply.Current}. */
  record Get(ActorRef<NodeReply> replyTo) implements NodeCommand {}
}
