package ebb.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.demo.check.Acknowledged;
import ebb.demo.check.JournalInvariants;
import ebb.demo.check.Lateness;
import ebb.demo.check.Lateness.Disturbance;
import ebb.domain.DrainTimeout;
import ebb.domain.NodeId;
import ebb.journal.event.JournaledEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** What callers were told, and when something was lost. */
public final class Acknowledgements {
  private static final Duration STEADY = Duration.ofSeconds(2);
  private static final Duration AT_A_HAND_OVER = Duration.ofSeconds(12);
  private static final Duration AFTER_A_LOSS = Duration.ofSeconds(30);

  private final List<Acknowledged> acknowledged = new ArrayList<>();
  private final List<Disturbance> disturbances = new ArrayList<>();

  public void acknowledged(String operationId) {
    acknowledged.add(new Acknowledged.Refresh(operationId));
  }

  /**
   * A drain got another timeout.
   *
   * @param timeout from the start of the drain
   */
  public void acknowledged(NodeId node, long epoch, Duration timeout) {
    acknowledged.add(new Acknowledged.Timeout(node, epoch, DrainTimeout.of(timeout)));
  }

  /** What is due in the next twelve seconds may be late by as much. */
  public void handsOver() {
    Instant now = Instant.now();
    disturbances.add(new Disturbance(now, now.plus(AT_A_HAND_OVER)));
  }

  /** What is due in the next half minute may be late. */
  void losesAnInstance() {
    nobodyLed(Instant.now());
  }

  /** What was due since then may be late by up to half a minute from now. */
  public void nobodyLed(Instant since) {
    nobodyLed(since, Instant.now());
  }

  /**
   * What was due between the two may be late by half a minute.
   *
   * @param until when there was something again that could lead, such as a starting process
   */
  public void nobodyLed(Instant since, Instant until) {
    disturbances.add(new Disturbance(since, until.plus(AFTER_A_LOSS)));
  }

  /** Checks that no promise is broken. */
  void check(List<JournaledEvent> journal) {
    var lateness = new Lateness(STEADY, disturbances);
    assertThat(JournalInvariants.breaches(journal, acknowledged, lateness, Instant.now()))
        .isEmpty();
    assertThat(acknowledged).as("what the check was to find").isNotEmpty();
  }
}
