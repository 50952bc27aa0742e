package org.apache.hadoop.yarn.server.resourcemanager.scheduler;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.service.Service;

/** Access to members of Hadoop's schedulers that only their own package has. */
public final class SchedulerAccess {
  private SchedulerAccess() {}

  /**
   * Runs work while the scheduler processes no event and commits no allocation. Does nothing if the
   * scheduler is too busy or has stopped.
   *
   * @param patience how long to wait for the scheduler's current work
   */
  public static void tryAlone(
      AbstractYarnScheduler<?, ?> scheduler, Duration patience, Runnable work)
      throws InterruptedException {
    if (scheduler.writeLock.tryLock(patience.toMillis(), TimeUnit.MILLISECONDS)) {
      try {
        if (scheduler.isInState(Service.STATE.STARTED)) {
          work.run();
        }
      } finally {
        scheduler.writeLock.unlock();
      }
    }
  }
}
