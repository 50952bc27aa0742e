package ebb.bench.failover;

import java.io.IOException;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.yarn.exceptions.YarnException;

/** What happens in a round; each has instances and a database of its own. */
enum FailoverScenario {
  /** SIGKILL of the leader while all nodes drain. */
  KILL,
  /** The same, with the NodeManagers' settings as Hadoop has them by default. */
  KILL_STOCK,
  /** The same as the first, with many nodes. */
  KILL_MANY,
  /** SIGTERM of the leader while all nodes drain. */
  HAND_OVER,
  /** One refresh drains many nodes, beside the mere insertion of the same rows. */
  DRAIN,
  /** What many nodes in service can have answered, by three instances and by one. */
  HEARTBEATS;

  /** As it is named on the command line. */
  String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * @throws IllegalArgumentException if there is none of this name
   */
  static FailoverScenario of(String text) {
    return Stream.of(values())
        .filter(each -> each.text().equals(text))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("there is no scenario " + text));
  }

  /** Runs once. */
  Map<FailoverMeasure, Double> run(FailoverTrial trial)
      throws IOException, YarnException, SQLException, InterruptedException {
    int nodes = trial.settings().nodes();
    int many = trial.settings().many();
    return switch (this) {
      case KILL -> LeaderLoss.run(trial, nodes, LeaderLoss.Way.KILLED, false);
      case KILL_STOCK -> LeaderLoss.run(trial, nodes, LeaderLoss.Way.KILLED, true);
      case KILL_MANY -> LeaderLoss.run(trial, many, LeaderLoss.Way.KILLED, false);
      case HAND_OVER -> LeaderLoss.run(trial, nodes, LeaderLoss.Way.TERMINATED, false);
      case DRAIN -> DurableDrain.run(trial, many);
      case HEARTBEATS -> SteadyBeats.run(trial, many);
    };
  }
}
