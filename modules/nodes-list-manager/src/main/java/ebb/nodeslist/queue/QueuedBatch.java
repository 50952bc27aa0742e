package ebb.nodeslist.queue;

import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.AskPattern;
import ebb.domain.DrainTimeout;
import ebb.domain.lists.HostLists;
import ebb.domain.lists.RefreshType;
import ebb.domain.lists.Tracking;
import ebb.domain.provenance.Initiator;
import ebb.domain.provenance.Provenance;
import ebb.domain.queue.DrainQueue;
import ebb.domain.queue.QueuedDrain;
import ebb.domain.refresh.QueueRules;
import ebb.domain.refresh.RefreshRequest;
import ebb.domain.text.TextLimit;
import ebb.hosts.ListEdit;
import ebb.nodeslist.protocol.LeaderCommand;
import ebb.nodeslist.protocol.ManagerMessage.BatchEnded;
import ebb.nodeslist.protocol.ManagerMessage.ListsForBatch;
import ebb.nodeslist.protocol.NodesListCommand;
import ebb.nodeslist.protocol.NodesListReply;
import ebb.nodeslist.protocol.NodesListReply.EditRefused;
import ebb.nodeslist.protocol.NodesListReply.ListsSeen;
import ebb.nodeslist.protocol.NodesListReply.Refreshed;
import ebb.nodeslist.protocol.NodesListReply.Rejected;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * Begins the drain of queued hosts as an operator does: reads the lists, adds the hosts to the
 * exclude file, refreshes. A batch that fails halfway is begun again, which repeats nothing, unless
 * the hosts were taken out of the queue meanwhile: then the exclude file may name them, and differ
 * from the lists in force.
 */
public final class QueuedBatch {
  private final ActorSystem<?> system;
  private final ActorRef<LeaderCommand> manager;
  private final Duration timeout;

  /**
   * @param timeout of each of the three steps
   */
  public QueuedBatch(ActorSystem<?> system, ActorRef<LeaderCommand> manager, Duration timeout) {
    this.system = system;
    this.manager = manager;
    this.timeout = timeout;
  }

  /** Ends with a {@link ListsForBatch} or {@link BatchEnded} to the manager, whatever happens. */
  public void readLists() {
    ask(NodesListCommand.DescribeLists::new)
        .whenComplete(
            (reply, failure) ->
                manager.tell(
                    reply instanceof ListsSeen lists
                        ? new ListsForBatch(lists)
                        : new BatchEnded(problem(reply, failure))));
  }

  /**
   * Ends with a {@link BatchEnded} to the manager, whatever happens.
   *
   * @param waiting all hosts that wait; they may be in the file because an earlier batch failed
   */
  public void begin(DrainQueue.Batch batch, ListsSeen lists, Set<String> waiting) {
    Initiator by = initiator(batch.drain());
    CompletableFuture.completedStage(lists)
        .thenCompose(seen -> edit(edit(batch, seen, waiting), by))
        .thenCompose(edited -> refresh(edited, by))
        .whenComplete((reply, failure) -> manager.tell(new BatchEnded(problem(reply, failure))));
  }

  private CompletionStage<NodesListReply> edit(ListEdit edit, Initiator by) {
    return ask(
        replyTo -> new NodesListCommand.EditExcludes(edit, by, false, Optional.empty(), replyTo));
  }

  private CompletionStage<NodesListReply> refresh(NodesListReply edited, Initiator by) {
    if (edited instanceof EditRefused refused) {
      throw new IllegalStateException(refused.reason());
    }
    return ask(
        replyTo ->
            new NodesListCommand.RefreshNodes(
                new RefreshRequest(
                    RefreshType.GRACEFUL,
                    Optional.empty(),
                    Tracking.SERVER,
                    Optional.empty(),
                    false,
                    true,
                    Optional.empty()),
                by,
                false,
                false,
                replyTo));
  }

  private CompletionStage<NodesListReply> ask(
      Function<ActorRef<NodesListReply>, LeaderCommand> message) {
    return AskPattern.ask(manager, message::apply, timeout, system.scheduler());
  }

  /**
   * Hosts may be unknown: their nodes were known when they were queued.
   *
   * @throws IllegalStateException if nothing may begin, with the reason
   */
  private static ListEdit edit(DrainQueue.Batch batch, ListsSeen lists, Set<String> waiting) {
    Optional<HostLists> files = lists.files().lists();
    Optional<String> hash = lists.files().excludeHash();
    if (files.isEmpty() || hash.isEmpty()) {
      throw new IllegalStateException(
          lists.files().problem().orElse("The exclude file cannot be read, or none is configured"));
    } else if (QueueRules.hasOtherEdits(files.get(), lists.inForce().lists(), waiting)) {
      throw new IllegalStateException(
          "The files have edits that are not in force; refresh, or undo them");
    }
    SortedMap<String, Optional<DrainTimeout>> add = new TreeMap<>();
    batch.hosts().forEach(each -> add.put(each.host(), each.timeout()));
    return new ListEdit(hash.get(), add, new TreeSet<>(), true, false);
  }

  /** Who queued the hosts; the reason names the queued drain. */
  private static Initiator initiator(QueuedDrain drain) {
    Provenance by = drain.by();
    String id = "queued drain " + drain.id();
    String reason =
        by.reason()
            .map(text -> text + " (" + id + ")")
            .filter(text -> TextLimit.LINE.problemOf(text).isEmpty())
            .or(by::reason)
            .orElse(id);
    return new Initiator(
        by.actor(), by.origin(), by.peer(), Optional.of(reason), Optional.of(drain.id()));
  }

  private static Optional<String> problem(NodesListReply reply, Throwable failure) {
    if (reply instanceof Refreshed) {
      return Optional.empty();
    } else if (reply instanceof Rejected rejected) {
      return Optional.of(rejected.reason());
    }
    Throwable cause =
        failure instanceof CompletionException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    return Optional.of(String.valueOf(cause == null ? reply : cause.getMessage()));
  }
}
