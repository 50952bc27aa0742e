package ebb.admin.routes;

import ebb.domain.NodeId;
import ebb.journal.event.JournaledEvent;
import ebb.journal.feed.EventPosition;
import ebb.journal.feed.Follower;
import ebb.journal.feed.JournalSummary;
import ebb.journal.maintenance.JournalAnchor;
import ebb.journal.maintenance.JournalVerification;
import ebb.journal.replay.PastFleet;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** The content of the journal, and the API's only access to it. Must not block. */
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

  /** What an instance keeps of the whole journal, up to now. */
  CompletionStage<JournalSummary> summary();

  /**
   * Verifies the hashes of all events.
   *
   * @param expected an anchor of an earlier verification
   */
  CompletionStage<JournalVerification> verify(Optional<JournalAnchor> expected);

  /**
   * All events of the journal from a position on, including those that are still to be written.
   *
   * @param after the position after which to begin; empty for new events only
   * @return fails with a {@link ebb.journal.feed.PositionException} for a position from which
   *     reading cannot continue
   */
  CompletionStage<Follower> follow(Optional<EventPosition> after);
}
