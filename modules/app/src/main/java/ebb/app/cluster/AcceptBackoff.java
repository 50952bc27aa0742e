package ebb.app.cluster;

import akka.actor.ActorSystem;
import akka.event.EventStream;
import akka.event.slf4j.Slf4jLoggingFilter;
import java.time.Duration;
import java.util.concurrent.ForkJoinPool;

/**
 * Slows down a port of Akka's that cannot accept a connection, which is so when the process has no
 * file descriptor left: the connection goes on waiting, and the port tries again at once, tens of
 * thousands of times a second. Akka asks this filter whether an error is to be logged, on the very
 * thread that has failed, and has no other place for it. An instance's configuration names it.
 *
 * <p>What is logged remains as it is; {@link ebb.app.logging.LogProtection} makes it few lines.
 */
public final class AcceptBackoff extends Slf4jLoggingFilter {
  private static final String LISTENER = "akka.io.TcpListener";
  private static final Duration LENGTH = Duration.ofMillis(200);

  /** Made beforehand: without file descriptors no class can be loaded either. */
  private static final Pause PAUSE = new Pause();

  /** Akka makes it. */
  public AcceptBackoff(ActorSystem.Settings settings, EventStream events) {
    super(settings, events);
  }

  @Override
  public boolean isErrorEnabled(Class<?> logClass, String logSource) {
    if (logClass.getName().equals(LISTENER)) {
      pause();
    }
    return super.isErrorEnabled(logClass, logSource);
  }

  private static void pause() {
    try {
      ForkJoinPool.managedBlock(PAUSE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The dispatcher has another thread meanwhile. */
  private static final class Pause implements ForkJoinPool.ManagedBlocker {
    @Override
    public boolean block() throws InterruptedException {
      Thread.sleep(LENGTH.toMillis());
      return true;
    }

    @Override
    public boolean isReleasable() {
      return false;
    }
  }
}
