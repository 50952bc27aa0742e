package ebb.node;

import com.typesafe.config.Config;
import ebb.domain.TimeLimit;
import java.time.Duration;

/**
 * The settings that all nodes of an instance share.
 *
 * @param instance name of this instance; part of every event that it writes
 * @param pollInterval how often the watcher of a draining node checks the clock, and makes the node
 *     check its drain
 */
public record NodeSettings(String instance, Duration pollInterval) {

  public NodeSettings {
    if (pollInterval.isNegative() || pollInterval.isZero()) {
      throw new IllegalArgumentException(
          "Expected ebb.node.poll-interval to be longer than zero, but got " + pollInterval);
    }
    TimeLimit.require("ebb.node.poll-interval", pollInterval);
  }

  /**
   * Reads {@code ebb.node}.
   *
   * @param config of the actor system
   * @throws IllegalArgumentException if the interval is zero or negative, or longer than {@link
   *     TimeLimit} allows
   */
  public static NodeSettings from(Config config, String instance) {
    return new NodeSettings(instance, config.getDuration("ebb.node.poll-interval"));
  }
}
