package ebb.app.instance;

import akka.actor.typed.ActorSystem;
import ebb.admin.routes.NodeHistory;
import ebb.domain.NodeId;
import ebb.journal.JournalDatabase;
import ebb.journal.JournalQueries;
import ebb.journal.event.JournaledEvent;
import ebb.journal.feed.EventPosition;
import ebb.journal.feed.Follower;
import ebb.journal.feed.JournalFeed;
import ebb.journal.feed.JournalSummary;
import ebb.journal.feed.LiveSummary;
import ebb.journal.maintenance.JournalAnchor;
import ebb.journal.maintenance.JournalVerification;
import ebb.journal.replay.OnlineHistory;
import ebb.journal.replay.PastFleet;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** What the admin API reads from this instance's journal. */
public final class JournalHistory implements NodeHistory {
  private final OnlineHistory nodes;
  private final LiveSummary summary;
  private final JournalQueries queries;
  private final JournalFeed feed;

  /**
   * @param patience how long a request waits for its answer
   */
  public JournalHistory(JournalDatabase journal, ActorSystem<?> system, Duration patience) {
    nodes = new OnlineHistory(system);
    summary = new LiveSummary(journal, system);
    queries = new JournalQueries(journal, system, patience);
    feed = new JournalFeed(journal, system);
  }

  @Override
  public CompletionStage<List<JournaledEvent.OfNode>> of(NodeId nodeId) {
    return nodes.of(nodeId);
  }

  @Override
  public CompletionStage<List<PastFleet>> fleetsAt(List<Instant> instants) {
    return queries.fleetsAt(instants);
  }

  @Override
  public CompletionStage<JournalVerification> verify(Optional<JournalAnchor> expected) {
    return queries.verify(expected);
  }

  @Override
  public CompletionStage<JournalSummary> summary() {
    return summary.now();
  }

  @Override
  public CompletionStage<Follower> follow(Optional<EventPosition> after) {
    return feed.follow(after);
  }
}
