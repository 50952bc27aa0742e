package ebb.admin.instances;

import java.util.Optional;

/** What becomes of the request that an instance leave. */
public sealed interface LeaveAnswer {

  /**
   * It hands over, and its process ends.
   *
   * @param leader the instance that leads afterwards; empty if there is none
   * @param isThisOne whether it is the instance that was asked
   */
  record Begun(String instance, Optional<String> leader, boolean isThisOne)
      implements LeaveAnswer {}

  /** Nothing was done. */
  record Refused(LeaveRejection code, String reason) implements LeaveAnswer {}
}
