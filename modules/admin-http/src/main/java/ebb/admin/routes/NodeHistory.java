package ebb.admin.routes;

import ebb.domain.NodeId;
import ebb.journal.event.JournaledEvent;
import ebb.journal.feed.EventPosition;
import ebb.journal.feed.Follower;
import ebb.journal.replay.PastFleet;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** What the journal holds; the API's only way to it. Must not block. */
public interface NodeHistory {

  /** All events of the node, oldest first; none for a node that the journal does not know. */
  CompletionStage<List<JournaledEvent.OfNode>> of(NodeId nodeId);

  /**
   * The fleet at each of some instants.
   *
   * @return fails with a {@link ebb.journal.replay.BeforeJournalException} if one of them is before
   *     the first event
   */
  CompletionStage<List<PastFleet>> fleetsAt(List<Instant> instants);

  /**
   * Everything that the journal gets, from a position on.
   *
   * @param after empty for what is new from now on
   * @return fails with a {@link ebb.journal.feed.PositionException} for a position from which
   *     nobody can go on
   */
  CompletionStage<Follower> follow(Optional<EventPosition> after);
}
