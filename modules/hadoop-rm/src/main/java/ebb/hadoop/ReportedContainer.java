package ebb.hadoop;

import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.Resource;
import org.jspecify.annotations.Nullable;

/**
 * What a NodeManager says of one container. Hadoop's record converts most fields from the wire each
 * time that it is asked; here each was asked once.
 *
 * @param status for the scheduler, which wants all of it
 * @param size null if the NodeManager does not say
 */
record ReportedContainer(
    ContainerStatus status, ContainerId id, ContainerState state, @Nullable Resource size) {

  static ReportedContainer of(ContainerStatus status) {
    return new ReportedContainer(
        status, status.getContainerId(), status.getState(), status.getCapability());
  }

  ApplicationId application() {
    return id.getApplicationAttemptId().getApplicationId();
  }

  /** It runs, or waits to run. */
  boolean isAlive() {
    return state == ContainerState.RUNNING || state == ContainerState.NEW;
  }
}
