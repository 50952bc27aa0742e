package ebb.nodeslist;

import akka.actor.typed.javadsl.ActorContext;
import ebb.hosts.ListSource;
import ebb.hosts.ListSourceException;
import ebb.hosts.RefreshRejection;
import ebb.nodeslist.lists.SerialIoExecutor;
import ebb.nodeslist.protocol.LeaderCommand;
import ebb.nodeslist.protocol.ManagerMessage.FilesSeen;
import ebb.nodeslist.protocol.ManagerMessage.SettingsRead;
import ebb.nodeslist.protocol.ManagerMessage.SettingsRefused;
import ebb.nodeslist.protocol.NodesListCommand;
import ebb.nodeslist.protocol.Refresh;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeoutException;

/** Reads the configuration and the lists off the actor's thread, in bounded time. */
final class HostListLoader {
  private final ActorContext<LeaderCommand> context;
  private final Duration readTimeout;
  private final ListSource source;
  private final SerialIoExecutor lane;

  HostListLoader(
      ActorContext<LeaderCommand> context,
      Duration readTimeout,
      ListSource source,
      SerialIoExecutor lane) {
    this.context = context;
    this.readTimeout = readTimeout;
    this.source = source;
    this.lane = lane;
  }

  /**
   * Starts a read. The actor gets SettingsRead or SettingsRefused.
   *
   * @param refresh that needs the lists; empty at the start
   */
  void start(Optional<Refresh> refresh) {
    context.pipeToSelf(
        lane.submit(source::read),
        (settings, failure) ->
            failure == null ? new SettingsRead(refresh, settings) : refused(refresh, failure));
  }

  /** Starts a read for a query. The actor gets FilesSeen. */
  void inspect(NodesListCommand.DescribeLists question) {
    context.pipeToSelf(
        lane.submit(source::inspect),
        (found, failure) ->
            new FilesSeen(
                question, failure == null ? found : ListSource.ListFiles.of(reasonOf(failure))));
  }

  private SettingsRefused refused(Optional<Refresh> refresh, Throwable failure) {
    if (failure instanceof ListSourceException unreadable) {
      return new SettingsRefused(
          refresh, unreadable.code(), String.valueOf(unreadable.getMessage()));
    }
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
              return "reading configuration and lists failed: " + failure;
            });
  }

  /** The message for a file that does not answer; empty for any other failure. */
  private Optional<String> hang(Throwable failure) {
    if (failure instanceof TimeoutException) {
      return Optional.of(
          "yarn-site.xml and the lists that it names: not read within "
              + readTimeout.toSeconds()
              + " s");
    } else if (failure instanceof SerialIoExecutor.BusyException) {
      return Optional.of(
          "yarn-site.xml and the lists that it names: not read, because " + failure.getMessage());
    }
    return Optional.empty();
  }
}
