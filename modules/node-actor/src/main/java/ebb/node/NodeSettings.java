package ebb.node;

import com.typesafe.config.Config;
import java.time.Duration;

/**
 * What every node of an instance shares.
 *
 * @param instance name of this instance; part of every event that it writes
 * @param pollInterval how often the watcher of a draining node looks and logs
 * @param republishInterval how often a publication is repeated that nobody acknowledges
 */
public record NodeSettings(String instance, Duration pollInterval, Duration republishInterval) {

  public NodeSettings {
    requirePositive("ebb.node.poll-interval", pollInterval);
    requirePositive("ebb.node.republish-interval", republishInterval);
  }

  /**
   * Reads {@code ebb.node}.
   *
   * @param config of the actor system
   * @throws IllegalArgumentException if an interval is zero or negative
   */
  public static NodeSettings from(Config config, String instance) {
    Config node = config.getConfig("ebb.node");
    return new NodeSettings(
        instance, node.getDuration("poll-interval"), node.getDuration("republish-interval"));
  }

  private static void requirePositive(String key, Duration value) {
    if (value.isNegative() || value.isZero()) {
      throw new IllegalArgumentException(
          "Expected " + key + " to be longer than zero, but got " + value);
    }
  }
}
