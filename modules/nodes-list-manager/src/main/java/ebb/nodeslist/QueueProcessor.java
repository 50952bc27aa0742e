package ebb.nodeslist;

import akka.actor.typed.javadsl.ActorContext;
import ebb.domain.NodeId;
import ebb.domain.lists.NodesListEvent;
import ebb.domain.lists.NodesListEvent.DrainQueued;
import ebb.domain.lists.NodesListEvent.QueueChanged;
import ebb.domain.lists.NodesListState;
import ebb.domain.provenance.Initiator;
import ebb.domain.provenance.Origin;
import ebb.domain.provenance.Provenance;
import ebb.domain.queue.DrainQueue;
import ebb.domain.queue.FleetConditions;
import ebb.domain.queue.KeptCapacity;
import ebb.domain.queue.NodePlace;
import ebb.domain.queue.QueueChange;
import ebb.domain.queue.QueuePhase;
import ebb.domain.queue.QueueRejection;
import ebb.domain.queue.QueueTurn;
import ebb.domain.refresh.FleetView;
import ebb.domain.refresh.QueueRules;
import ebb.domain.refresh.QueueRules.Changed;
import ebb.domain.refresh.QueueRules.QueueDecision;
import ebb.domain.refresh.QueueRules.Queued;
import ebb.domain.refresh.QueueRules.Refused;
import ebb.nodeslist.protocol.DrainQueueCommand;
import ebb.nodeslist.protocol.DrainQueueCommand.ChangeQueue;
import ebb.nodeslist.protocol.DrainQueueCommand.GetQueue;
import ebb.nodeslist.protocol.DrainQueueCommand.QueueDrain;
import ebb.nodeslist.protocol.LeaderCommand;
import ebb.nodeslist.protocol.ManagerMessage.BatchEnded;
import ebb.nodeslist.protocol.NodesListReply;
import ebb.nodeslist.protocol.NodesListReply.ListsSeen;
import ebb.nodeslist.queue.QueuedBatch;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the queue of drains, and begins its hosts as their {@link ebb.domain.queue.Pace} allows.
 * One batch begins at a time. The queue is hard state; a new leader goes on with it.
 */
final class QueueProcessor {
  private static final Logger LOG = LoggerFactory.getLogger(QueueProcessor.class);

  /** How often the queue is looked at. */
  static final Duration PERIOD = Duration.ofSeconds(1);

  /** Time between a batch that failed and the next one. */
  private static final Duration RETRY = Duration.ofSeconds(10);

  private final ManagerContext parts;
  private final CommitQueue commits;
  private final NodeTable table;
  private final QueuedBatch batches;
  private boolean busy;

  /** Steps until the next batch may begin. */
  private long pause;

  private Optional<String> problem = Optional.empty();

  QueueProcessor(
      ActorContext<LeaderCommand> context,
      ManagerContext parts,
      CommitQueue commits,
      NodeTable table) {
    this.parts = parts;
    this.commits = commits;
    this.table = table;
    this.batches =
        new QueuedBatch(
            context.getSystem(),
            context.getSelf(),
            // Longer than a refresh takes until it expires.
            parts.settings().refreshTimeout().plusSeconds(1));
  }

  void handle(DrainQueueCommand command) {
    if (command instanceof QueueDrain drain) {
      String id = parts.operationIds().get();
      submit(
          command,
          QueueRules.queue(
              commits.current(),
              id,
              drain.hosts(),
              drain.pace(),
              drain.allowUnknown(),
              !drain.requireConfirmation(),
              fleet(commits.current(), drain.pace().needsPlaces()),
              stamp(drain.initiator().of(id))));
    } else if (command instanceof ChangeQueue change) {
      submit(
          command,
          QueueRules.change(
              commits.current(),
              change.id(),
              change.change(),
              stamp(change.initiator().of(change.id()))));
    } else if (command instanceof GetQueue) {
      answer(command, Optional.empty(), commits.committed());
    }
  }

  private Provenance stamp(Initiator initiator) {
    return initiator.stamp(parts.now(), parts.instance(), commits.current().listVersion());
  }

  private void submit(DrainQueueCommand command, QueueDecision decision) {
    if (decision instanceof Refused refused) {
      refuse(command, refused.code(), refused.reason());
    } else if (decision instanceof Queued queued) {
      submit(command, queued.event(), queued.event().id());
    } else if (decision instanceof Changed changed) {
      submit(command, changed.event(), changed.event().id());
    }
  }

  private void submit(DrainQueueCommand command, NodesListEvent event, String id) {
    commits.submit(
        new PendingCommit(
            List.of(event),
            durable -> {
              LOG.info("Queued drain {} by {}: {}", id, event.by().actor(), summary(event));
              answer(command, Optional.of(id), durable);
            },
            () ->
                refuse(
                    command,
                    QueueRejection.JOURNAL_UNAVAILABLE,
                    "The journal could not be written; look at the queue before you try again")));
  }

  private static String summary(NodesListEvent event) {
    return event instanceof DrainQueued queued
        ? "hosts: " + queued.hosts().size() + ", at a time: " + queued.pace().maxParallel()
        : event instanceof QueueChanged changed ? changed.change().name() : "";
  }

  private void refuse(DrainQueueCommand command, QueueRejection code, String reason) {
    command.replyTo().tell(new NodesListReply.QueueRefused(code, reason));
  }

  private void answer(DrainQueueCommand command, Optional<String> id, NodesListState state) {
    FleetConditions fleet = fleet(state);
    Map<String, QueueTurn> turns = new HashMap<>();
    state.queue().drains().forEach(drain -> turns.put(drain.id(), drain.turn(parts.now(), fleet)));
    command
        .replyTo()
        .tell(
            new NodesListReply.QueueSeen(id, state.queue().drains(), fleet.load(), problem, turns));
  }

  /** With the places of nodes if nothing else keeps the hosts of a queued drain. */
  private FleetConditions fleet(NodesListState state) {
    FleetConditions without = fleet(state, false);
    return state.queue().drains().stream()
            .anyMatch(drain -> drain.turn(parts.now(), without).phase() == QueuePhase.KEPT)
        ? fleet(state, true)
        : without;
  }

  /**
   * @param withPlaces whether a rule needs the places of the nodes, which takes some time
   */
  private FleetConditions fleet(NodesListState state, boolean withPlaces) {
    return FleetView.of(
            state, table.lifecycles(), node -> withPlaces ? place(node) : Optional.empty())
        .with(parts.settings().windows());
  }

  private Optional<NodePlace> place(NodeId node) {
    return parts
        .leadership()
        .observation(node)
        .nodeManager()
        .map(
            known ->
                new NodePlace(
                    known.labels().stream().findFirst().orElse(KeptCapacity.UNLABELLED),
                    known.rack()));
  }

  // ---- hosts begin ----

  /** Call this every {@link #PERIOD}. */
  void step() {
    pause = Math.max(0, pause - 1);
    NodesListState state = commits.committed();
    if (state.queue().drains().isEmpty()) {
      problem = Optional.empty();
    }
    if (busy || pause > 0 || !isDurable()) {
      return;
    }
    List<NodesListEvent> over =
        state.queue().over(parts.now()).stream().flatMap(id -> closed(state, id)).toList();
    if (!over.isEmpty()) {
      commits.submit(
          PendingCommit.of(over, durable -> LOG.info("Queued drains are over: {}", over)));
    } else if (next(state).isPresent()) {
      busy = true;
      batches.readLists();
    }
  }

  /** A host begins only if the journal says that it waits. */
  private boolean isDurable() {
    return commits.isOpen() && commits.current().queue().equals(commits.committed().queue());
  }

  private Optional<DrainQueue.Batch> next(NodesListState state) {
    return state.queue().drains().isEmpty()
        ? Optional.empty()
        : state.queue().next(parts.now(), fleet(state));
  }

  /**
   * Begins the hosts whose turn it is, which may be others than before the files were read.
   *
   * @param lists in force, and those in the files
   */
  void begin(ListsSeen lists) {
    NodesListState state = commits.committed();
    Set<String> early = listedEarly(lists, state);
    DrainQueue queue = early.isEmpty() ? state.queue() : state.queue().only(early);
    Optional<DrainQueue.Batch> batch =
        isDurable() ? queue.next(parts.now(), fleet(state)) : Optional.empty();
    if (batch.isPresent() && batch.get().has(early)) {
      batches.begin(batch.get(), lists, state.queue().hosts());
    } else if (early.isEmpty() || !isDurable()) {
      busy = false;
    } else {
      ended(
          new BatchEnded(
              Optional.of(
                  "The exclude file names hosts whose turn has not come: "
                      + String.join(", ", early))));
    }
  }

  /** An earlier batch may have failed halfway, or somebody may have edited the file. */
  private static Set<String> listedEarly(ListsSeen lists, NodesListState state) {
    return lists
        .files()
        .lists()
        .map(files -> QueueRules.listedEarly(files, lists.inForce().lists(), state.queue().hosts()))
        .orElse(Set.of());
  }

  private Stream<NodesListEvent> closed(NodesListState state, String id) {
    return QueueRules.change(state, id, QueueChange.CANCEL, parts.byEbb(Origin.TIMER, state))
            instanceof Changed changed
        ? Stream.of(changed.event())
        : Stream.empty();
  }

  void ended(BatchEnded batch) {
    if (batch.problem().isPresent() && !batch.problem().equals(problem)) {
      LOG.warn("Queued hosts do not begin to drain: {}", batch.problem().get());
    }
    problem = batch.problem();
    busy = false;
    pause = problem.isPresent() ? RETRY.dividedBy(PERIOD) : 0;
  }
}
