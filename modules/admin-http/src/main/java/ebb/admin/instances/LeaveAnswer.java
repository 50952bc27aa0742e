package ebb.admin.instances;

import java.util.Optional;

/** The answer to a {@link LeaveOrder}. */
public sealed interface LeaveAnswer {

  /**
   * The instance is handing over, and its process will end.
   *
   * @param leader the instance that leads afterwards; empty if there is none
   * @param isThisOne whether it is the instance that received the request
   */
  record Begun(String instance, Optional<String> leader, boolean isThisOne)
      implements LeaveAnswer {}

  /** Nothing was done. */
  record Refused(LeaveRejection code, String reason) implements LeaveAnswer {}
}
