package ebb.hadoop.config;

import ebb.domain.NodeState;
import ebb.domain.refresh.UntrackedPolicy;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The settings in yarn-site.xml for which nodes are forgotten. */
final class UntrackedSettings {
  private static final Logger LOG = LoggerFactory.getLogger(UntrackedSettings.class);
  private static final String TIMEOUT =
      YarnConfiguration.RM_NODEMANAGER_UNTRACKED_REMOVAL_TIMEOUT_MSEC;
  private static final String STATES =
      YarnConfiguration.RM_NODEMANAGER_UNTRACKED_NODE_SELECTIVE_STATES_TO_REMOVE;

  private UntrackedSettings() {}

  /**
   * @throws IllegalArgumentException with a one-line message that names the key; YARN does not
   *     start with a timeout below two milliseconds either
   */
  static UntrackedPolicy of(Configuration conf) {
    return new UntrackedPolicy(
        timeout(conf),
        conf.getBoolean(
            YarnConfiguration.RM_ENABLE_NODE_UNTRACKED_WITHOUT_INCLUDE_PATH,
            YarnConfiguration.DEFAULT_RM_ENABLE_NODE_UNTRACKED_WITHOUT_INCLUDE_PATH),
        states(conf));
  }

  private static Duration timeout(Configuration conf) {
    String given =
        conf.get(
            TIMEOUT,
            String.valueOf(
                YarnConfiguration.DEFAULT_RM_NODEMANAGER_UNTRACKED_REMOVAL_TIMEOUT_MSEC));
    try {
      int millis = Integer.parseInt(given.strip());
      if (millis >= 2) {
        return Duration.ofMillis(millis);
      }
    } catch (NumberFormatException e) {
      throw refused(given, e);
    }
    throw refused(given, null);
  }

  private static IllegalArgumentException refused(
      String given, @Nullable NumberFormatException cause) {
    return new IllegalArgumentException(
        TIMEOUT + " = " + given + " is not allowed; allowed are milliseconds from 2", cause);
  }

  /** As in YARN, a name must be exact. Any other name selects nothing. */
  private static Optional<Set<NodeState>> states(Configuration conf) {
    String[] names = conf.getStrings(STATES, new String[0]);
    if (names.length == 0) {
      return Optional.empty();
    }
    Set<NodeState> chosen = EnumSet.noneOf(NodeState.class);
    for (String name : names) {
      try {
        chosen.add(NodeState.valueOf(name));
      } catch (IllegalArgumentException e) {
        LOG.warn("{}: '{}' is not a node state and is ignored", STATES, name);
      }
    }
    return Optional.of(chosen);
  }
}
