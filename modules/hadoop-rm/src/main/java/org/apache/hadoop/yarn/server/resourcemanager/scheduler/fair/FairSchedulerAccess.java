package org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair;

/** The door of Hadoop's FairScheduler that is open to its own package only. */
public final class FairSchedulerAccess {
  private FairSchedulerAccess() {}

  /** As the scheduler does it when the capacity of the cluster has changed. */
  public static void recomputeSteadyShares(FairScheduler scheduler) {
    FSParentQueue root = scheduler.getQueueManager().getRootQueue();
    root.setSteadyFairShare(scheduler.getClusterResource());
    root.recomputeSteadyShares();
  }
}
