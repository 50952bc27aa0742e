package ebb.app.members;

import ebb.admin.instances.InstanceState;
import ebb.admin.instances.InstanceView;
import ebb.admin.instances.LeaveAnswer.Refused;
import ebb.admin.instances.LeaveOrder;
import ebb.admin.instances.LeaveRejection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Whether an instance may leave. Pure. */
final class LeaveRule {
  private LeaveRule() {}

  /**
   * An instance may leave while another one leads or can take over. Otherwise the cluster would
   * have no ResourceManager. That is usually a mistake, so it requires force.
   *
   * @param members all members, with the states that they report
   * @param name of the instance that is to leave
   * @return empty if it may leave
   */
  static Optional<Refused> refusal(List<InstanceView> members, String name, LeaveOrder order) {
    Optional<InstanceState> state =
        members.stream()
            .filter(each -> each.instance().equals(name))
            .map(InstanceView::state)
            .findFirst();
    if (state.isEmpty()) {
      return refused(
          LeaveRejection.UNKNOWN_INSTANCE,
          "No instance " + name + " is a member; members are " + names(members));
    } else if (state.get() == InstanceState.LEAVING) {
      return refused(LeaveRejection.LEAVES_ALREADY, name + " leaves already");
    } else if (state.get() == InstanceState.UNREACHABLE) {
      return refused(LeaveRejection.NO_ANSWER, name + " does not answer, so it was not told");
    }
    boolean followed =
        members.stream().anyMatch(each -> !each.instance().equals(name) && each.state().canLead());
    return followed || order.force()
        ? Optional.empty()
        : refused(
            LeaveRejection.NOBODY_TAKES_OVER,
            "No other instance leads or can lead once " + name + " has left");
  }

  private static Optional<Refused> refused(LeaveRejection code, String reason) {
    return Optional.of(new Refused(code, reason));
  }

  private static String names(List<InstanceView> members) {
    return members.stream().map(InstanceView::instance).collect(Collectors.joining(", "));
  }
}
