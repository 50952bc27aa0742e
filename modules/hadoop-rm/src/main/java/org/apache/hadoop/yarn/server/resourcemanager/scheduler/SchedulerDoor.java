package org.apache.hadoop.yarn.server.resourcemanager.scheduler;

/** The door of Hadoop's schedulers that is open to their own package only. */
public final class SchedulerDoor {
  private SchedulerDoor() {}

  /** While the scheduler carries out no event and places nothing. */
  public static void runAlone(AbstractYarnScheduler<?, ?> scheduler, Runnable work) {
    scheduler.writeLock.lock();
    try {
      work.run();
    } finally {
      scheduler.writeLock.unlock();
    }
  }
}
