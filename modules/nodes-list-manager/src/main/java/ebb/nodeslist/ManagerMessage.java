package ebb.nodeslist;

import akka.Done;
import akka.actor.typed.ActorRef;
import ebb.domain.NodeId;
import ebb.domain.NodeLifecycle;
import ebb.domain.lists.IdleNode;
import ebb.domain.lists.NodesListEvent.ConfirmedOrder;
import ebb.domain.lists.NodesListState;
import ebb.node.NodePublication;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the NodesListManager hears from the leader, its helpers and its timers. */
sealed interface ManagerMessage extends NodesListCommand {

  /**
   * A refresh that nobody waits for any more after {@code giveUpAt}, and that is not begun then.
   */
  record Refresh(RefreshNodes command, Instant giveUpAt) implements ManagerMessage {}

  /**
   * A command that the leader has let through; see {@link LeaderMessage.Taken}.
   *
   * @param number counts them
   */
  record Passed(long number, NodesListCommand command) implements ManagerMessage {}

  /** What a read of the lists is for. */
  sealed interface Purpose {}

  /**
   * For a refresh.
   *
   * @param ticket of the refresh; one that has been given up meanwhile is not answered by it
   */
  record ForRefresh(long ticket) implements Purpose {}

  enum AtStart implements Purpose {
    /** Nothing is in the journal yet. */
    FIRST_LISTS,
    /** To tell the operator that a file differs from the lists in force. */
    COMPARISON
  }

  record SettingsRead(Purpose purpose, ListSource.Settings settings) implements ManagerMessage {}

  record SettingsRefused(Purpose purpose, RefreshRejection code, String reason)
      implements ManagerMessage {}

  /**
   * The directory's view, for the plan of the current refresh.
   *
   * @param asked the state when the view was asked for
   */
  record ViewTaken(
      long ticket, ListSource.Settings settings, NodesListState asked, List<NodePublication> view)
      implements ManagerMessage {}

  /** The directory's view, for who asks for operations. */
  record ProgressSeen(NodesListCommand question, List<NodePublication> view)
      implements ManagerMessage {}

  /** What the node is whose drain is to get another timeout; empty if it did not say. */
  record RetimeSeen(RetimeDrain command, Optional<NodeLifecycle> node) implements ManagerMessage {}

  /** The directory's view, for the nodes that may be draining. */
  record DrainsSeen(List<NodePublication> view) implements ManagerMessage {}

  /** What the files hold, for somebody who wants to know. */
  record FilesSeen(DescribeLists question, ListSource.Sight sight) implements ManagerMessage {}

  /**
   * The exclude file is as its editor wants it.
   *
   * @param hasTimeouts whether the file itself holds the timeouts of hosts
   */
  record ExcludesWritten(EditExcludes command, boolean hasTimeouts) implements ManagerMessage {}

  /** The nodes out of service, for those that are to be forgotten. */
  record IdleSeen(Map<NodeId, IdleNode> idle) implements ManagerMessage {}

  /** Who follows the lists has ended. */
  record Unfollow(ActorRef<NodesListReply.HostsInForce> follower) implements ManagerMessage {}

  /**
   * Nodes have obeyed, or found nothing to do.
   *
   * @param written told when that is durable
   */
  record Confirmed(List<ConfirmedOrder> orders, ActorRef<Done> written) implements ManagerMessage {}

  enum Signal implements ManagerMessage {
    /** Record that this leader leads. */
    TAKE_LEAD,
    /** Decide on all registrations that have come in since the last write. */
    ADMIT,
    /** Wake the nodes that may be draining. */
    WAKE,
    /** Forget nodes that have been untracked for long enough. */
    FORGET
  }
}
