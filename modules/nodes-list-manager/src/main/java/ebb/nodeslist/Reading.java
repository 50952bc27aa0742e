package ebb.nodeslist;

import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.javadsl.ActorContext;
import ebb.nodeslist.ManagerMessage.Purpose;
import ebb.nodeslist.ManagerMessage.SettingsRead;
import ebb.nodeslist.ManagerMessage.SettingsRefused;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Reads the configuration and the lists off the actor's thread, in bounded time. */
final class Reading {
  static final String BLOCKING_DISPATCHER = "ebb.blocking-dispatcher";

  private final ActorContext<NodesListCommand> context;
  private final ListSource source;
  private final Duration timeout;
  private final Executor blocking;

  Reading(ActorContext<NodesListCommand> context, ListSource source, Duration timeout) {
    this.context = context;
    this.source = source;
    this.timeout = timeout;
    this.blocking =
        context
            .getSystem()
            .dispatchers()
            .lookup(DispatcherSelector.fromConfig(BLOCKING_DISPATCHER));
  }

  /** Answered to the actor with SettingsRead or SettingsRefused. */
  void start(Purpose purpose) {
    context.pipeToSelf(
        CompletableFuture.supplyAsync(() -> outcome(purpose), blocking)
            .orTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS),
        (outcome, failure) -> failure == null ? outcome : failed(purpose, failure));
  }

  private NodesListCommand outcome(Purpose purpose) {
    try {
      return new SettingsRead(purpose, source.read());
    } catch (ListSourceException e) {
      return new SettingsRefused(purpose, e.code(), String.valueOf(e.getMessage()));
    }
  }

  private NodesListCommand failed(Purpose purpose, Throwable failure) {
    Throwable cause = causeOf(failure);
    if (cause instanceof TimeoutException) {
      return new SettingsRefused(
          purpose, RefreshRejection.LIST_UNREADABLE, "not read within " + timeout);
    }
    context.getLog().error("Reading configuration and lists failed", cause);
    return new SettingsRefused(
        purpose, RefreshRejection.CONFIGURATION_UNREADABLE, String.valueOf(cause));
  }

  private static Throwable causeOf(Throwable failure) {
    Throwable cause = failure.getCause();
    return failure instanceof CompletionException && cause != null ? cause : failure;
  }
}
