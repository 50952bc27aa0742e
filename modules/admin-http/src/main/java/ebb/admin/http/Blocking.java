package ebb.admin.http;

import akka.actor.typed.ActorSystem;
import akka.actor.typed.DispatcherSelector;
import java.util.concurrent.Executor;

/** The executor that reads files: a file system that does not answer must delay no request. */
public final class Blocking {
  private static final String DISPATCHER = "ebb.blocking-dispatcher";

  private Blocking() {}

  public static Executor executor(ActorSystem<?> system) {
    return system.dispatchers().lookup(DispatcherSelector.fromConfig(DISPATCHER));
  }
}
