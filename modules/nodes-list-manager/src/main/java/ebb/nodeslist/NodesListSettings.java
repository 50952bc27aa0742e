package ebb.nodeslist;

import com.typesafe.config.Config;
import ebb.domain.TimeLimit;
import ebb.domain.queue.Windows;
import ebb.nodeslist.queue.CronWindows;
import java.time.Duration;

/**
 * The keys under {@code ebb.nodes-list-manager}, {@code ebb.protect-drains}, {@code ebb.windows}
 * and {@code ebb.node.poll-interval}, read once at start; their meaning is in reference.conf.
 *
 * @param refreshTimeout time after which a refresh is answered in any case
 * @param registrationTimeout time that a registration may take, from the lists' verdict to the
 *     node's own event
 */
public record NodesListSettings(
    Duration answerAfter,
    Duration refreshTimeout,
    Duration readTimeout,
    int window,
    Duration retryAfter,
    Duration wakeEvery,
    Duration reconcileAllWithin,
    Duration pollInterval,
    Duration registrationTimeout,
    Duration admissionGrace,
    int waitingRefreshes,
    Duration keepOperations,
    int snapshotEvery,
    int startupStash,
    boolean protectDrains,
    Windows windows) {
  private static final String PATH = "ebb.nodes-list-manager";

  public NodesListSettings {
    requireNotNegative("answer-after", answerAfter);
    requireNotNegative("refresh-timeout", refreshTimeout);
    requireNotNegative("read-timeout", readTimeout);
    requireAtLeastOne("window", window);
    requirePositive("retry-after", retryAfter);
    requirePositive("wake-every", wakeEvery);
    requireNotNegative("reconcile-all-within", reconcileAllWithin);
    requirePositive("registration-timeout", registrationTimeout);
    requireNotNegative("admission-grace", admissionGrace);
    requireAtLeastOne("waiting-refreshes", waitingRefreshes);
    require(!keepOperations.isNegative(), "keep-operations", "no negative time", keepOperations);
    requireAtLeastOne("snapshot-every", snapshotEvery);
    requireAtLeastOne("startup-stash", startupStash);
    requireShorter("answer-after", answerAfter, "refresh-timeout", refreshTimeout);
    requireShorter("read-timeout", readTimeout, "refresh-timeout", refreshTimeout);
    requireShorter("registration-timeout", registrationTimeout, "admission-grace", admissionGrace);
  }

  /**
   * Reads and checks all settings.
   *
   * @param root the whole configuration
   * @throws IllegalArgumentException in one line, if a value is not allowed
   */
  public static NodesListSettings of(Config root) {
    Config config = root.getConfig(PATH);
    return new NodesListSettings(
        config.getDuration("answer-after"),
        config.getDuration("refresh-timeout"),
        config.getDuration("read-timeout"),
        config.getInt("window"),
        config.getDuration("retry-after"),
        config.getDuration("wake-every"),
        config.getDuration("reconcile-all-within"),
        root.getDuration("ebb.node.poll-interval"),
        config.getDuration("registration-timeout"),
        config.getDuration("admission-grace"),
        config.getInt("waiting-refreshes"),
        config.getDuration("keep-operations"),
        config.getInt("snapshot-every"),
        config.getInt("startup-stash"),
        root.getBoolean("ebb.protect-drains"),
        CronWindows.from(root));
  }

  private static void requireNotNegative(String key, Duration value) {
    require(!value.isNegative(), key, "no negative time", value);
    TimeLimit.require(PATH + "." + key, value);
  }

  private static void requirePositive(String key, Duration value) {
    require(!value.isNegative() && !value.isZero(), key, "a time longer than zero", value);
    TimeLimit.require(PATH + "." + key, value);
  }

  private static void requireAtLeastOne(String key, int value) {
    require(value >= 1, key, "at least 1", value);
  }

  private static void requireShorter(String key, Duration value, String other, Duration limit) {
    require(value.compareTo(limit) < 0, key, "less than " + other + " (" + limit + ")", value);
  }

  private static void require(boolean legal, String key, String expected, Object value) {
    if (!legal) {
      throw new IllegalArgumentException(
          "Expected " + expected + " in " + PATH + "." + key + ", but got " + value);
    }
  }
}
