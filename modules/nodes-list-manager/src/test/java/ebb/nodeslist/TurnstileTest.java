package ebb.nodeslist;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Commands that go through to the NodesListManager a limited number at a time. */
class TurnstileTest {
  private final Turnstile turnstile = new Turnstile(1_000);

  @Test
  void shouldLetSoManyThroughAndTheRestInOrderAsTheyAreTaken() {
    // given
    List<ManagerMessage.Signal> some =
        List.of(ManagerMessage.Signal.ADMIT, ManagerMessage.Signal.WAKE);
    for (int i = 0; i < Turnstile.ROOM; i++) {
      turnstile.add(ManagerMessage.Signal.FORGET);
    }
    some.forEach(turnstile::add);
    // when, then
    assertThat(turnstile.next()).hasSize(Turnstile.ROOM);
    assertThat(turnstile.next()).isEmpty();
    turnstile.taken(1);
    assertThat(turnstile.next())
        .containsExactly(new ManagerMessage.Passed(Turnstile.ROOM + 1, some.get(0)));
    turnstile.taken(3);
    assertThat(turnstile.next())
        .containsExactly(new ManagerMessage.Passed(Turnstile.ROOM + 2, some.get(1)));
  }

  /** From before the leader started again, for instance. */
  @Test
  void shouldGiveNoRoomForWhatIsNotUnderWay() {
    // given
    for (int i = 0; i <= Turnstile.ROOM; i++) {
      turnstile.add(ManagerMessage.Signal.WAKE);
    }
    turnstile.next();
    // when
    turnstile.taken(50_000);
    // then
    assertThat(turnstile.next()).isEmpty();
  }

  @Test
  void shouldRefuseWhatIsTooMuch() {
    for (int i = 0; i < 1_000; i++) {
      assertThat(turnstile.add(ManagerMessage.Signal.WAKE)).isTrue();
    }
    assertThat(turnstile.add(ManagerMessage.Signal.WAKE)).isFalse();
  }

  @Test
  void shouldNotWaitForWhatWasLostWithAManager() {
    // given
    for (int i = 0; i <= Turnstile.ROOM; i++) {
      turnstile.add(ManagerMessage.Signal.WAKE);
    }
    turnstile.next();
    // when
    turnstile.restarted();
    // then
    assertThat(turnstile.next()).hasSize(1);
    // and one that was not lost after all changes nothing
    turnstile.taken(1);
    turnstile.add(ManagerMessage.Signal.WAKE);
    assertThat(turnstile.next()).hasSize(1);
  }
}
