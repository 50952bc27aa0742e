package ebb.node;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.TestInbox;
import ebb.domain.work.Workload;
import ebb.node.NodeCommand.ReportWorkload;
import ebb.node.ReportFence.Recency;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

final class ReportFenceTest {
  private final ReportFence fence = new ReportFence();

  @Test
  void shouldTakeTheFirstStampForTheNewest() {
    assertThat(fence.classify(stamp(4, 2))).isEqualTo(Recency.NEWER);
    assertThat(fence.classify(stamp(4, 2))).isEqualTo(Recency.CURRENT);
  }

  @Test
  void shouldNotHearAnEarlierLeaderOrRegistration() {
    fence.register(stamp(4, 2));

    assertThat(fence.classify(stamp(4, 1))).isEqualTo(Recency.STALE);
    assertThat(fence.classify(stamp(3, 9))).isEqualTo(Recency.STALE);
    assertThat(fence.register(stamp(3, 9))).isEqualTo(Recency.STALE);
    assertThat(fence.contactedBy(3)).isEqualTo(Recency.STALE);
  }

  @Test
  void shouldBeginANewLifeWithALeaderOrARegistration() {
    fence.register(stamp(4, 2));

    assertThat(fence.contactedBy(4)).isEqualTo(Recency.CURRENT);
    assertThat(fence.register(stamp(4, 3))).isEqualTo(Recency.NEWER);
    assertThat(fence.contactedBy(5)).isEqualTo(Recency.NEWER);
    assertThat(fence.classify(stamp(5, 0))).isEqualTo(Recency.CURRENT);
    assertThat(fence.register(stamp(5, 1))).isEqualTo(Recency.NEWER);
  }

  @Test
  void shouldNotForgetTheRegistrationWhenItsLeaderReconcilesAgain() {
    fence.register(stamp(4, 2));

    fence.contactedBy(4);

    assertThat(fence.classify(stamp(4, 1))).isEqualTo(Recency.STALE);
  }

  @Test
  void shouldAcceptReportsInTheirOrder() {
    fence.register(stamp(4, 2));

    assertThat(accepts(stamp(4, 2), 5)).isTrue();
    assertThat(accepts(stamp(4, 2), 5)).isFalse();
    assertThat(accepts(stamp(4, 2), 4)).isFalse();
    assertThat(accepts(stamp(4, 2), 6)).isTrue();
  }

  @Test
  void shouldCountReportsOfANewRegistrationAnew() {
    fence.register(stamp(4, 2));
    accepts(stamp(4, 2), 5);

    fence.register(stamp(4, 3));

    assertThat(accepts(stamp(4, 3), 1)).isTrue();
  }

  @Test
  void shouldAcceptNoReportOfALeaderThatItHasNotMet() {
    fence.classify(stamp(4, 2));
    assertThat(accepts(stamp(4, 2), 1)).isFalse();

    fence.contactedBy(4);
    assertThat(accepts(stamp(4, 2), 1)).isTrue();
  }

  @Test
  void shouldAcceptNoReportWithoutARegistration() {
    fence.contactedBy(4);

    assertThat(accepts(stamp(4, 0), 1)).isFalse();
  }

  @Test
  void shouldAcceptNoReportOfWhoeverDidNotKnowOfTheDrain() {
    fence.register(stamp(4, 2));

    assertThat(fence.acceptReport(report(stamp(4, 2), 1), OptionalLong.empty())).isFalse();
    assertThat(fence.acceptReport(report(stamp(4, 2), 1), OptionalLong.of(8))).isFalse();
    // and that counts for none that was made
    assertThat(fence.acceptReport(report(stamp(4, 2), 1), OptionalLong.of(7))).isTrue();
  }

  private boolean accepts(ReportStamp stamp, long sequence) {
    return fence.acceptReport(report(stamp, sequence), OptionalLong.of(7));
  }

  private static ReportWorkload report(ReportStamp stamp, long sequence) {
    return new ReportWorkload(stamp, 1, 7, sequence, Workload.NOTHING);
  }

  private static ReportStamp stamp(long term, long registration) {
    var leader = new Leader(term, TestInbox.<NodeStateUpdate>create().getRef());
    return new ReportStamp(leader, registration, Optional.empty());
  }
}
