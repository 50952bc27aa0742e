package ebb.nodeslist.protocol;

import akka.actor.typed.ActorRef;
import ebb.domain.NodeLifecycle;
import ebb.domain.lists.NodesListState;
import ebb.hosts.ListSource;
import ebb.hosts.RefreshRejection;
import ebb.node.NodeStateUpdate;
import ebb.nodeslist.protocol.NodesListCommand.ChangeDrainTimeout;
import ebb.nodeslist.protocol.NodesListCommand.DescribeLists;
import ebb.nodeslist.protocol.NodesListCommand.EditExcludes;
import java.util.Optional;

/** A message to the leader from its own parts, the nodes or its timers; never from elsewhere. */
public sealed interface ManagerMessage extends LeaderCommand {

  // ---- before it leads ----

  record TermTaken(long term) implements ManagerMessage {}

  /** The database is unavailable; taking the term is retried. */
  record TermNotTaken(String reason) implements ManagerMessage {}

  // ---- handled also during recovery: nothing is lost if the journal cannot be written then ----

  sealed interface Unconditional extends ManagerMessage {}

  /** The journal has been read: for the first time, or after a failed write. */
  record Recovered(NodesListState state) implements Unconditional {}

  /** The newest append is durable. */
  record Appended() implements Unconditional {}

  /** It is unknown whether the newest append is durable until the journal is read again. */
  record AppendFailed() implements Unconditional {}

  /** A node publishes its state, so it knows this leader. */
  record Published(NodeStateUpdate publication) implements Unconditional {}

  /** A subscriber has stopped. */
  record SubscriberEnded(ActorRef<?> subscriber) implements Unconditional {}

  /**
   * The state of the node whose drain gets another timeout; empty if the node did not report it.
   */
  record TimeoutChangeSeen(ChangeDrainTimeout command, Optional<NodeLifecycle> node)
      implements Unconditional {}

  /** This refresh has timed out: nobody waits for it any longer. */
  record RefreshExpired(Refresh refresh) implements Unconditional {}

  /** The lists and their files, for the queued hosts whose turn it is. */
  record ListsForBatch(NodesListReply.ListsSeen lists) implements Unconditional {}

  /**
   * Queued hosts have begun to drain.
   *
   * @param problem why they have not; empty if they have
   */
  record BatchEnded(Optional<String> problem) implements Unconditional {}

  enum Tick implements Unconditional {
    /** Reconciles the next few nodes; some steps also run the other periodic work. */
    STEP,
    /** Shards move, and a node that has moved no longer knows its leader. */
    MEMBERSHIP_CHANGED,
    TAKE_TERM
  }

  // ---- input for decisions ----

  /**
   * Configuration and lists were read.
   *
   * @param refresh that requested them; empty for the read at the start
   */
  record SettingsRead(Optional<Refresh> refresh, ListSource.Settings settings)
      implements ManagerMessage {}

  /** Configuration or lists could not be read; as above. */
  record SettingsRefused(Optional<Refresh> refresh, RefreshRejection code, String reason)
      implements ManagerMessage {}

  /** What the files hold, in answer to {@link DescribeLists}. */
  record FilesSeen(DescribeLists question, ListSource.ListFiles found) implements ManagerMessage {}

  /**
   * The exclude file now holds what the edit asks for.
   *
   * @param isXml whether the file can hold timeouts of hosts
   */
  record ExcludesWritten(EditExcludes command, boolean isXml) implements ManagerMessage {}
}
