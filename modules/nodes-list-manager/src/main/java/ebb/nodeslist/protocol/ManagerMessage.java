package ebb.nodeslist.protocol;

import akka.actor.typed.ActorRef;
import ebb.domain.NodeLifecycle;
import ebb.domain.lists.NodesListState;
import ebb.hosts.ListSource;
import ebb.hosts.RefreshRejection;
import ebb.node.NodeStateUpdate;
import java.util.Optional;

/** What the leader hears from its own parts, the nodes and its timers; never from elsewhere. */
public sealed interface ManagerMessage extends NodesListCommand {

  // ---- before it leads ----

  record TermTaken(long term) implements ManagerMessage {}

  /** The database is away; it is asked again. */
  record TermNotTaken(String reason) implements ManagerMessage {}

  // ---- heard also while the journal is read: nothing is lost if it cannot be written then ----

  sealed interface Unconditional extends ManagerMessage {}

  /** The journal has been read: for the first time, or after a failed write. */
  record Recovered(NodesListState state) implements Unconditional {}

  /** The newest append is durable. */
  record Appended() implements Unconditional {}

  /** Nobody knows whether the newest append is durable, until the journal is read again. */
  record AppendFailed() implements Unconditional {}

  /** A node says what it is, and so knows this leader. */
  record Published(NodeStateUpdate publication) implements Unconditional {}

  /**
   * A subscriber to nodes, to lists or to both has ended: an actor may use one address for both.
   */
  record SubscriberEnded(ActorRef<?> subscriber) implements Unconditional {}

  /** A subscriber has followed the plan of this version. */
  record PlanHeard(long listVersion) implements Unconditional {}

  /** The subscribers had their time to follow the plan of this version. */
  record PlanDue(long listVersion) implements Unconditional {}

  /** A refresh that came before there was a NodesListManager. */
  record Begin(Refresh refresh) implements Unconditional {}

  /** What the node is whose drain is to get another timeout; empty if it did not say. */
  record RetimeSeen(RetimeDrain command, Optional<NodeLifecycle> node) implements Unconditional {}

  /** Nobody waits for this refresh any more. */
  record RefreshExpired(Refresh refresh) implements Unconditional {}

  /** Whoever waits for the nodes of a refresh has waited long enough. */
  record AnswerDue(PendingAnswer answer) implements Unconditional {}

  enum Tick implements Unconditional {
    /** The next few nodes are told what they lack; now and then all else is done that recurs. */
    STEP,
    /** Shards move, and a node that moved knows no leader. */
    MEMBERSHIP_CHANGED,
    TAKE_TERM
  }

  // ---- what is decided on ----

  /** What a read of the lists is for. */
  sealed interface Purpose {}

  record ForRefresh(Refresh refresh) implements Purpose {}

  enum AtStart implements Purpose {
    /** Nothing is in the journal yet. */
    FIRST_LISTS,
    /** To tell the operator that a file differs from the lists in force. */
    COMPARISON
  }

  record SettingsRead(Purpose purpose, ListSource.Settings settings) implements ManagerMessage {}

  record SettingsRefused(Purpose purpose, RefreshRejection code, String reason)
      implements ManagerMessage {}

  /** What the files hold, for somebody who wants to know. */
  record FilesSeen(DescribeLists question, ListSource.Sight sight) implements ManagerMessage {}

  /**
   * The exclude file is as its editor wants it.
   *
   * @param hasTimeouts whether the file itself holds the timeouts of hosts
   */
  record ExcludesWritten(EditExcludes command, boolean hasTimeouts) implements ManagerMessage {}
}
