package ebb.app.members;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.admin.instances.InstanceState;
import ebb.admin.instances.InstanceView;
import ebb.admin.instances.LeaveAnswer.Refused;
import ebb.admin.instances.LeaveOrder;
import ebb.admin.instances.LeaveRejection;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which instance may leave. */
class LeaveRuleTest {

  @ParameterizedTest(name = "rm1 {0}, others {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "LEADING   | STANDBY",
        "LEADING   | STANDBY UNREACHABLE",
        "STANDBY   | LEADING",
        "STANDBY   | STANDBY",
        "STANDBY   | LEADING_ON_STANDBY",
        "NOT_READY | LEADING"
      })
  void shouldLetAnInstanceLeaveThatOthersCanDoWithout(InstanceState own, String others) {
    assertThat(refusal(own, others, false)).isEmpty();
  }

  @ParameterizedTest(name = "rm1 {0}, others {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "LEADING | ''",
        "LEADING | NOT_READY",
        "LEADING | UNREACHABLE LEAVING",
        "STANDBY | NOT_READY"
      })
  void shouldWantForceWhereNobodyCouldLeadAfterwards(InstanceState own, String others) {
    assertThat(refusal(own, others, false))
        .hasValueSatisfying(
            refused -> {
              assertThat(refused.code()).isEqualTo(LeaveRejection.NOBODY_TAKES_OVER);
              assertThat(refused.reason()).contains("rm1");
            });
    assertThat(refusal(own, others, true)).isEmpty();
  }

  @Test
  void shouldNameTheMembersToWhoeverNamesAnother() {
    Optional<Refused> refused =
        LeaveRule.refusal(members(InstanceState.LEADING, "STANDBY"), "rm9", order(true));

    assertThat(refused)
        .contains(
            new Refused(
                LeaveRejection.UNKNOWN_INSTANCE,
                "No instance rm9 is a member; members are rm1, rm2"));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({"LEAVING, LEAVES_ALREADY", "UNREACHABLE, NO_ANSWER"})
  void shouldRefuseWhatCannotBeForced(InstanceState own, LeaveRejection code) {
    assertThat(refusal(own, "LEADING", true).map(Refused::code)).contains(code);
  }

  private static Optional<Refused> refusal(InstanceState own, String others, boolean force) {
    return LeaveRule.refusal(members(own, others), "rm1", order(force));
  }

  private static LeaveOrder order(boolean force) {
    return new LeaveOrder(Optional.of("any"), force, "anna", Optional.empty());
  }

  private static List<InstanceView> members(InstanceState own, String others) {
    List<InstanceView> members = new ArrayList<>();
    members.add(new InstanceView("rm1", own));
    for (String state : others.split(" ", -1)) {
      if (!state.isEmpty()) {
        members.add(new InstanceView("rm" + (members.size() + 1), InstanceState.valueOf(state)));
      }
    }
    return members;
  }
}
