package org.apache.hadoop.yarn.server.resourcemanager.scheduler;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.service.Service;

/** The door of Hadoop's schedulers that is open to their own package only. */
public final class SchedulerAccess {
  private SchedulerAccess() {}

  /**
   * Runs while the scheduler carries out no event and commits no allocation, unless it is too busy
   * or has stopped.
   *
   * @param patience with what the scheduler is doing right now
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
