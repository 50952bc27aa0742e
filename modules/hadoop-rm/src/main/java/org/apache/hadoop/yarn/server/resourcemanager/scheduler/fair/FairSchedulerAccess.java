package org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair;

/** Access to members of Hadoop's FairScheduler that only its own package has. */
public final class FairSchedulerAccess {
  private FairSchedulerAccess() {}

  /** Does what the scheduler does when the capacity of the cluster has changed. */
  public static void recomputeSteadyShares(FairScheduler scheduler) {
    FSParentQueue root = scheduler.getQueueManager().getRootQueue();
    root.setSteadyFairShare(scheduler.getClusterResource());
    root.recomputeSteadyShares();
  }
}
