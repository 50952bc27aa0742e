package ebb.admin.webhooks;

import java.time.Duration;
import java.time.Instant;

/** When an event that was not accepted is sent again, and when its webhook gives up on it. */
final class RetryPolicy {
  static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);

  /** Also applies if no instance ran for most of the time until the webhook gives up. */
  private static final int FEWEST_ATTEMPTS = 3;

  private RetryPolicy() {}

  static Duration pauseAfter(int attempts) {
    Duration pause = FIRST_PAUSE.multipliedBy(1L << Math.min(attempts - 1, 10));
    return pause.compareTo(LONGEST_PAUSE) < 0 ? pause : LONGEST_PAUSE;
  }

  static boolean givesUp(UndeliveredEvent failing, Duration giveUpAfter, Instant now) {
    return failing.attempts() >= FEWEST_ATTEMPTS
        && !now.isBefore(Instant.parse(failing.since()).plus(giveUpAfter));
  }
}
