package ebb.nodeslist;

import akka.actor.typed.ActorRef;
import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.javadsl.ActorContext;
import ebb.domain.Initiator;
import ebb.domain.lists.NodesListState;
import ebb.domain.lists.RefreshDecision;
import ebb.domain.lists.RefreshRules;
import ebb.nodeslist.NodesListCommand.EditExcludes;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Edits the exclude file off the actor's thread, in the same lane as the reads of refreshes. */
final class Editing {
  private static final Logger LOG = LoggerFactory.getLogger(Editing.class);

  private final ActorRef<NodesListCommand> manager;
  private final ListSource source;
  private final ReadLane lane;
  private final Executor blocking;

  Editing(ActorContext<NodesListCommand> context, ManagerParts parts, ReadLane lane) {
    this.manager = context.getSelf();
    this.source = parts.source();
    this.lane = lane;
    this.blocking =
        context
            .getSystem()
            .dispatchers()
            .lookup(DispatcherSelector.fromConfig(Reading.BLOCKING_DISPATCHER));
  }

  /** Whoever asked gets his answer: the lists as they are then, or why nothing was done. */
  void start(NodesListState state, EditExcludes command) {
    lane.submit(() -> edit(state, command), blocking)
        .handleAsync(
            (path, failure) -> {
              if (failure == null) {
                manager.tell(new NodesListCommand.DescribeLists(command.replyTo()));
              } else {
                command.replyTo().tell(refusal(failure));
              }
              return path;
            },
            blocking);
  }

  private Path edit(NodesListState state, EditExcludes command)
      throws ListEditException, ListSourceException {
    Path path =
        source
            .excludeFile()
            .orElseThrow(
                () ->
                    new ListEditException(
                        EditRejection.NOT_CONFIGURED,
                        "yarn-site.xml names no yarn.resourcemanager.nodes.exclude-path"));
    requireCurrent(state, command.edit());
    ExcludeFile.edit(path, command.edit());
    Initiator by = command.initiator();
    LOG.info(
        "{} edited by {} ({}): with {}, without {}; a refresh puts it in force",
        path,
        by.text(),
        by.reason().orElse("no reason given"),
        command.edit().add().keySet(),
        command.edit().remove());
    return path;
  }

  /** The refresh that follows puts all of the file in force. */
  private void requireCurrent(NodesListState state, ListEdit edit) throws ListEditException {
    ListSource.Sight sight = source.look();
    Optional<RefreshDecision.Refused> older =
        sight.lists().flatMap(lists -> RefreshRules.refuseOlder(state, lists, sight.written()));
    // Another file than the one that is meant is refused as that, when it is edited.
    boolean isTheOneMeant = sight.excludeHash().filter(edit.expectedHash()::equals).isPresent();
    if (isTheOneMeant && older.isPresent()) {
      throw new ListEditException(EditRejection.OLDER_LISTS, older.get().reason());
    }
  }

  private static NodesListReply refusal(Throwable failure) {
    Throwable cause = failure;
    while (cause instanceof CompletionException && cause.getCause() != null) {
      cause = cause.getCause();
    }
    if (cause instanceof ListEditException refused) {
      return refused(refused.code(), cause);
    } else if (cause instanceof ListSourceException) {
      return refused(EditRejection.CONFIGURATION_UNREADABLE, cause);
    } else if (cause instanceof ReadLane.BusyException) {
      return refused(EditRejection.BUSY, cause);
    } else if (cause instanceof TimeoutException) {
      return new NodesListReply.EditRefused(
          EditRejection.UNKNOWN, "The file system does not answer; the file may be edited later");
    }
    LOG.error("Editing the exclude file failed", cause);
    return new NodesListReply.EditRefused(
        EditRejection.UNKNOWN, "Editing the exclude file failed, see the log of the leader");
  }

  private static NodesListReply refused(EditRejection code, Throwable cause) {
    return new NodesListReply.EditRefused(code, String.valueOf(cause.getMessage()));
  }
}
