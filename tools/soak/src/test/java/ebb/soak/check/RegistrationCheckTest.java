package ebb.soak.check;

import static ebb.soak.check.RecordedRun.NODE;
import static ebb.soak.check.RecordedRun.at;
import static ebb.soak.check.RecordedRun.by;
import static org.assertj.core.api.Assertions.assertThat;

import ebb.demo.check.Breach.Promise;
import ebb.domain.NodeEvent.NodeLost;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RegistrationCheckTest {
  private final RecordedRun run = new RecordedRun();

  @Test
  void shouldFindARegistrationThatIsLost() {
    run.registrations.add(new AnsweredRegistration("nm1", at(9), at(10)));
    assertThat(run.broken()).containsExactly(Promise.REGISTERED_IS_IN_SERVICE);
  }

  @Test
  void shouldFindARegistrationThatIsLostAfterItsNodeHasLeft() {
    run.registered();
    run.ofNode(new NodeLost(NODE, by("rm1", Optional.empty(), 20)));
    run.registrations.add(new AnsweredRegistration("nm1", at(19), at(80)));
    assertThat(run.breaches()).isEmpty();

    run.registrations.add(new AnsweredRegistration("nm1", at(23), at(24)));
    assertThat(run.broken()).containsExactly(Promise.REGISTERED_IS_IN_SERVICE);
  }

  @Test
  void shouldFindANodeThatIsRegisteredTwice() {
    run.registered();
    run.registered();
    assertThat(run.broken()).containsExactly(Promise.DONE_ONCE);
  }
}
