package ebb.admin.instances;

import java.util.List;
import java.util.concurrent.CompletionStage;

/** The instances of the cluster, as the one sees them that is asked. */
public interface Instances {

  /** All members, by name. Comes in bounded time, also when some of them do not answer. */
  CompletionStage<List<InstanceView>> all();

  /**
   * Has one of them hand its leadership and its nodes over to the others and end its process. The
   * answer comes when that has begun.
   */
  CompletionStage<LeaveAnswer> leave(LeaveOrder order);
}
