package ebb.admin;

import akka.actor.typed.ActorSystem;
import akka.actor.typed.DispatcherSelector;
import java.util.concurrent.Executor;

/** Where files are read: a file system that does not answer must hold up no request. */
final class Blocking {
  private static final String DISPATCHER = "ebb.blocking-dispatcher";

  private Blocking() {}

  static Executor executor(ActorSystem<?> system) {
    return system.dispatchers().lookup(DispatcherSelector.fromConfig(DISPATCHER));
  }
}
