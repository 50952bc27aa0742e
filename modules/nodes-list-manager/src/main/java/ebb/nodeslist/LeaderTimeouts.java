package ebb.nodeslist;

import com.typesafe.config.Config;
import java.time.Duration;

/**
 * The longest times that the leader takes, for callers that wait for it.
 *
 * @param refresh time after which a refresh is answered in any case
 * @param registration time that a registration may take, from the lists' verdict to the node's own
 *     event
 */
public record LeaderTimeouts(Duration refresh, Duration registration) {

  /**
   * Reads the timeouts, and checks all settings of the leader.
   *
   * @param root the whole configuration
   * @throws IllegalArgumentException in one line, if a value is not allowed
   */
  public static LeaderTimeouts of(Config root) {
    NodesListSettings settings = NodesListSettings.of(root);
    return new LeaderTimeouts(settings.refreshTimeout(), settings.registrationTimeout());
  }
}
