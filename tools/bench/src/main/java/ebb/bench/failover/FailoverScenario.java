package ebb.bench.failover;

import java.io.IOException;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.yarn.exceptions.YarnException;

/** What happens in a round. Each round has its own instances and database. */
enum FailoverScenario {
  /** SIGKILL to the leader while all nodes drain. */
  KILL,
  /** The same, with NodeManagers that have Hadoop's default settings. */
  KILL_STOCK,
  /** The same as {@link #KILL}, with many nodes. */
  KILL_MANY,
  /** SIGTERM to the leader while all nodes drain. */
  HAND_OVER,
  /** One refresh drains many nodes, compared with inserting the same rows over plain JDBC. */
  DRAIN,
  /** Heartbeat throughput of many nodes in service, with three instances and with one. */
  HEARTBEATS;

  /** The name on the command line. */
  String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * @throws IllegalArgumentException if no scenario has this name
   */
  static FailoverScenario of(String text) {
    return Stream.of(values())
        .filter(each -> each.text().equals(text))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("there is no scenario " + text));
  }

  /** Runs the scenario once. */
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
