package ebb.soak.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ScheduleTest {
  @Test
  void shouldBeTheSameForTheSameSeed() {
    assertThat(Schedule.of(settings(7, 3))).isEqualTo(Schedule.of(settings(7, 3)));
    assertThat(Schedule.of(settings(7, 3))).isNotEqualTo(Schedule.of(settings(8, 3)));
  }

  @Test
  void shouldStayWithinItsTimeAndItsNodes() {
    List<ScheduledAction> steps = Schedule.of(settings(1, 3));
    assertThat(steps)
        .extracting(ScheduledAction::at)
        .isSortedAccordingTo(Comparator.naturalOrder());
    assertThat(steps.get(steps.size() - 1).at()).isLessThan(Duration.ofHours(1));
    assertThat(steps)
        .extracting(ScheduledAction::action)
        .filteredOn(Order.Drain.class::isInstance)
        .flatExtracting(action -> ((Order.Drain) action).nodes())
        .allMatch(node -> (int) node >= 0 && (int) node < 5);
  }

  /** A soak of an hour should have each of them. */
  @Test
  void shouldBringEveryFaultAboutThatItsInstancesCanHave() {
    assertThat(kinds(3, Fault.class)).containsExactlyInAnyOrderElementsOf(all(Fault.class));
    assertThat(kinds(1, Fault.class))
        .containsExactlyInAnyOrder(
            "ExhaustDescriptors",
            "FailDisk",
            "FailWrites",
            "FillDisk",
            "FillHeap",
            "Kill",
            "Pause",
            "Stop",
            "WrongClock");
  }

  @Test
  void shouldHaveEveryOrderAndEveryActionOfTheFleet() {
    assertThat(kinds(1, Order.class)).containsExactlyInAnyOrderElementsOf(all(Order.class));
    assertThat(kinds(1, FleetAction.class))
        .containsExactlyInAnyOrderElementsOf(all(FleetAction.class));
  }

  /** Only a draining node gets another timeout. */
  @Test
  void shouldChangeTimeoutsOfNodesThatWereToldToDrain() {
    List<Integer> drained = List.of();
    int all = 0;
    int ofDrained = 0;
    for (ScheduledAction step : Schedule.of(settings(3, 3))) {
      if (step.action() instanceof Order.Drain drain) {
        drained = drain.nodes();
      } else if (step.action() instanceof Order.Retime retime) {
        all++;
        ofDrained += drained.contains(retime.node()) ? 1 : 0;
      }
    }
    assertThat(ofDrained).isGreaterThan(all * 2 / 3).isLessThan(all);
  }

  private static List<String> all(Class<? extends Action> kind) {
    return Stream.of(kind.getPermittedSubclasses()).map(Class::getSimpleName).toList();
  }

  private static List<String> kinds(int instances, Class<? extends Action> kind) {
    return Schedule.of(settings(3, instances)).stream()
        .map(ScheduledAction::action)
        .filter(kind::isInstance)
        .map(action -> action.getClass().getSimpleName())
        .distinct()
        .toList();
  }

  private static SoakSettings settings(long seed, int instances) {
    return new SoakSettings(seed, instances, 5, Duration.ofHours(1));
  }
}
