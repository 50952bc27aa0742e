package ebb.admin.instances;

import java.util.List;
import java.util.concurrent.CompletionStage;

/** The instances of the cluster, as seen by the instance that receives the request. */
public interface Instances {

  /** All members, by name. Completes in bounded time, even if some of them do not answer. */
  CompletionStage<List<InstanceView>> all();

  /**
   * Makes an instance hand its leadership and its nodes over to the others and end its process.
   * Completes when that has begun.
   */
  CompletionStage<LeaveAnswer> leave(LeaveOrder order);
}
