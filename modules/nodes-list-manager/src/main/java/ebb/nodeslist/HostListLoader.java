package ebb.nodeslist;

import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.javadsl.ActorContext;
import ebb.hosts.ListSource;
import ebb.hosts.ListSourceException;
import ebb.hosts.RefreshRejection;
import ebb.nodeslist.lists.SerialIoExecutor;
import ebb.nodeslist.protocol.LeaderCommand;
import ebb.nodeslist.protocol.ManagerMessage;
import ebb.nodeslist.protocol.ManagerMessage.FilesSeen;
import ebb.nodeslist.protocol.ManagerMessage.SettingsRead;
import ebb.nodeslist.protocol.ManagerMessage.SettingsRefused;
import ebb.nodeslist.protocol.NodesListCommand;
import ebb.nodeslist.protocol.Refresh;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeoutException;

/** Reads the configuration and the lists off the actor's thread, in bounded time. */
final class HostListLoader {
  static final String BLOCKING_DISPATCHER = "ebb.blocking-dispatcher";

  private final ActorContext<LeaderCommand> context;
  private final ManagerContext parts;
  private final ListSource source;
  private final SerialIoExecutor lane;
  private final Executor blocking;

  HostListLoader(
      ActorContext<LeaderCommand> context,
      ManagerContext parts,
      ListSource source,
      SerialIoExecutor lane) {
    this.context = context;
    this.parts = parts;
    this.source = source;
    this.lane = lane;
    this.blocking =
        context
            .getSystem()
            .dispatchers()
            .lookup(DispatcherSelector.fromConfig(BLOCKING_DISPATCHER));
  }

  /**
   * Starts a read. The actor gets SettingsRead or SettingsRefused.
   *
   * @param refresh that needs the lists; empty at the start
   */
  void start(Optional<Refresh> refresh) {
    context.pipeToSelf(
        lane.submit(() -> outcome(refresh), blocking),
        (outcome, failure) -> failure == null ? outcome : failed(refresh, failure));
  }

  /** Starts a read for a query. The actor gets FilesSeen. */
  void inspect(NodesListCommand.DescribeLists question) {
    context.pipeToSelf(
        lane.submit(source::inspect, blocking),
        (found, failure) ->
            new FilesSeen(
                question, failure == null ? found : ListSource.ListFiles.of(reasonOf(failure))));
  }

  private ManagerMessage outcome(Optional<Refresh> refresh) {
    try {
      return new SettingsRead(refresh, source.read());
    } catch (ListSourceException e) {
      return new SettingsRefused(refresh, e.code(), String.valueOf(e.getMessage()));
    }
  }

  private ManagerMessage failed(Optional<Refresh> refresh, Throwable failure) {
    RefreshRejection code =
        hang(failure).isPresent()
            ? RefreshRejection.LIST_UNREADABLE
            : RefreshRejection.CONFIGURATION_UNREADABLE;
    return new SettingsRefused(refresh, code, reasonOf(failure));
  }

  private String reasonOf(Throwable failure) {
    return hang(failure)
        .orElseGet(
            () -> {
              context.getLog().error("Reading configuration and lists failed", failure);
              return "reading configuration and lists failed: " + causeOf(failure);
            });
  }

  /** The message for a file that does not answer; empty for any other failure. */
  private Optional<String> hang(Throwable failure) {
    Throwable cause = causeOf(failure);
    if (cause instanceof TimeoutException) {
      return Optional.of(
          "yarn-site.xml and the lists that it names: not read within "
              + parts.settings().readTimeout().toSeconds()
              + " s");
    } else if (cause instanceof SerialIoExecutor.BusyException busy) {
      return Optional.of(
          "yarn-site.xml and the lists that it names: not read, because " + busy.getMessage());
    }
    return Optional.empty();
  }

  private static Throwable causeOf(Throwable failure) {
    Throwable cause = failure.getCause();
    return failure instanceof CompletionException && cause != null ? cause : failure;
  }
}
