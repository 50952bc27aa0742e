package ebb.node;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.TestInbox;
import ebb.domain.work.Workload;
import ebb.node.NodeCommand.ReportWorkload;
import ebb.node.ReportFence.Life;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

final class ReportFenceTest {
  private final ReportFence freshness = new ReportFence();

  @Test
  void shouldTakeTheFirstStampForTheNewest() {
    assertThat(freshness.hear(stamp(4, 2))).isEqualTo(Life.NEW);
    assertThat(freshness.hear(stamp(4, 2))).isEqualTo(Life.PRESENT);
  }

  @Test
  void shouldNotHearAnEarlierLeaderOrRegistration() {
    freshness.register(stamp(4, 2));

    assertThat(freshness.hear(stamp(4, 1))).isEqualTo(Life.EARLIER);
    assertThat(freshness.hear(stamp(3, 9))).isEqualTo(Life.EARLIER);
    assertThat(freshness.register(stamp(3, 9))).isEqualTo(Life.EARLIER);
    assertThat(freshness.meet(3)).isEqualTo(Life.EARLIER);
  }

  @Test
  void shouldBeginANewLifeWithALeaderOrARegistration() {
    freshness.register(stamp(4, 2));

    assertThat(freshness.meet(4)).isEqualTo(Life.PRESENT);
    assertThat(freshness.register(stamp(4, 3))).isEqualTo(Life.NEW);
    assertThat(freshness.meet(5)).isEqualTo(Life.NEW);
    assertThat(freshness.hear(stamp(5, 0))).isEqualTo(Life.PRESENT);
    assertThat(freshness.register(stamp(5, 1))).isEqualTo(Life.NEW);
  }

  @Test
  void shouldNotForgetTheRegistrationWhenItsLeaderReconcilesAgain() {
    freshness.register(stamp(4, 2));

    freshness.meet(4);

    assertThat(freshness.hear(stamp(4, 1))).isEqualTo(Life.EARLIER);
  }

  @Test
  void shouldAcceptReportsInTheirOrder() {
    freshness.register(stamp(4, 2));

    assertThat(accepts(stamp(4, 2), 5)).isTrue();
    assertThat(accepts(stamp(4, 2), 5)).isFalse();
    assertThat(accepts(stamp(4, 2), 4)).isFalse();
    assertThat(accepts(stamp(4, 2), 6)).isTrue();
  }

  @Test
  void shouldCountReportsOfANewRegistrationAnew() {
    freshness.register(stamp(4, 2));
    accepts(stamp(4, 2), 5);

    freshness.register(stamp(4, 3));

    assertThat(accepts(stamp(4, 3), 1)).isTrue();
  }

  @Test
  void shouldAcceptNoReportOfALeaderThatItHasNotMet() {
    freshness.hear(stamp(4, 2));
    assertThat(accepts(stamp(4, 2), 1)).isFalse();

    freshness.meet(4);
    assertThat(accepts(stamp(4, 2), 1)).isTrue();
  }

  @Test
  void shouldAcceptNoReportWithoutARegistration() {
    freshness.meet(4);

    assertThat(accepts(stamp(4, 0), 1)).isFalse();
  }

  @Test
  void shouldAcceptNoReportOfWhoeverDidNotKnowOfTheDrain() {
    freshness.register(stamp(4, 2));

    assertThat(freshness.acceptReport(report(stamp(4, 2), 1), OptionalLong.empty())).isFalse();
    assertThat(freshness.acceptReport(report(stamp(4, 2), 1), OptionalLong.of(8))).isFalse();
    // and that counts for none that was made
    assertThat(freshness.acceptReport(report(stamp(4, 2), 1), OptionalLong.of(7))).isTrue();
  }

  private boolean accepts(ReportStamp stamp, long sequence) {
    return freshness.acceptReport(report(stamp, sequence), OptionalLong.of(7));
  }

  private static ReportWorkload report(ReportStamp stamp, long sequence) {
    return new ReportWorkload(stamp, 1, 7, sequence, Workload.NOTHING);
  }

  private static ReportStamp stamp(long term, long registration) {
    var leader = new Leader(term, TestInbox.<NodeStateUpdate>create().getRef());
    return new ReportStamp(leader, registration, Optional.empty());
  }
}
