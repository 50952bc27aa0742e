package ebb.app.cluster;

import akka.actor.ActorSystem;
import akka.event.EventStream;
import akka.event.slf4j.Slf4jLoggingFilter;
import java.time.Duration;
import java.util.concurrent.ForkJoinPool;

/**
 * Slows down a port of Akka that cannot accept a connection because the process has no file
 * descriptor left. The connection keeps waiting, and the port retries at once, tens of thousands of
 * times a second. Akka calls this filter, on the very thread that has failed, to decide whether to
 * log the error. There is no other hook. An instance's configuration names this class.
 *
 * <p>Logging is unchanged; {@link ebb.app.logging.LogProtection} limits the number of lines.
 */
public final class AcceptBackoff extends Slf4jLoggingFilter {
  private static final String LISTENER = "akka.io.TcpListener";
  private static final Duration LENGTH = Duration.ofMillis(200);

  /** Created in advance: without file descriptors no class can be loaded either. */
  private static final Pause PAUSE = new Pause();

  /** Called by Akka. */
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

  /** The dispatcher can use another thread during the pause. */
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
