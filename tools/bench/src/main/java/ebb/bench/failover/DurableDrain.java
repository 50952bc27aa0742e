package ebb.bench.failover;

import ebb.simulator.Beats;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.hadoop.yarn.exceptions.YarnException;

/** Drains all nodes with one refresh, then writes the same rows again with plain JDBC. */
final class DurableDrain {
  private static final int INSTANCES = 3;
  private static final double TIMES = 1.5;
  private static final double PLUS_SECONDS = 1;

  private DurableDrain() {}

  /**
   * Alternates the two. Reports the median of the later half of the repeated drains, when most code
   * is compiled.
   */
  static Map<FailoverMeasure, Double> run(FailoverTrial trial, int nodes)
      throws IOException, YarnException, SQLException, InterruptedException {
    Map<FailoverMeasure, Double> figures = new EnumMap<>(FailoverMeasure.class);
    try (ClusterFixture cluster = ClusterFixture.set(trial, INSTANCES, nodes, false);
        Connection connection = connect(trial, cluster)) {
      List<Turn> busy = drainWhileNodesBeat(trial.settings().drains(), cluster, connection);
      figures.put(FailoverMeasure.ROWS, (double) busy.get(0).rows());
      figures.put(FailoverMeasure.DURABLE, median(busy, Turn::durable));
      figures.put(FailoverMeasure.PLAIN, median(busy, Turn::plain));
      figures.put(FailoverMeasure.BEYOND, median(busy, Turn::beyond));
      cluster.recommissionAll();
      List<Turn> quiet = drain(trial.settings().drains(), cluster, connection);
      figures.put(FailoverMeasure.QUIET_DURABLE, median(quiet, Turn::durable));
      figures.put(FailoverMeasure.QUIET_PLAIN, median(quiet, Turn::plain));
      figures.put(FailoverMeasure.QUIET_BEYOND, median(quiet, Turn::beyond));
    }
    return figures;
  }

  /** One drain, and its rows over plain JDBC, in seconds. */
  private record Turn(int rows, double durable, double plain) {
    double beyond() {
      return durable - (TIMES * plain + PLUS_SECONDS);
    }
  }

  private static double median(List<Turn> turns, Function<Turn, Double> figure) {
    return Statistics.median(turns.stream().map(figure).toList());
  }

  @SuppressWarnings("try") // nodes send heartbeats until it is closed
  private static List<Turn> drainWhileNodesBeat(
      int times, ClusterFixture cluster, Connection connection)
      throws IOException, YarnException, SQLException, InterruptedException {
    try (Beats beats = cluster.paced()) {
      return drain(times, cluster, connection);
    }
  }

  private static List<Turn> drain(int times, ClusterFixture cluster, Connection connection)
      throws IOException, YarnException, SQLException, InterruptedException {
    List<Turn> turns = new ArrayList<>();
    for (int i = 1; i < times; i++) {
      turns.add(drainOnce(cluster, connection));
      cluster.recommissionAll();
    }
    turns.add(drainOnce(cluster, connection));
    return turns.subList(times / 2, times);
  }

  private static Turn drainOnce(ClusterFixture cluster, Connection connection)
      throws IOException, YarnException, SQLException, InterruptedException {
    long before = JournalRow.newest(connection);
    double durable = Statistics.seconds(cluster.drainAll());
    List<JournalRow> rows = JournalRow.after(connection, before);
    if (rows.size() < cluster.nodes()) {
      throw new IOException(
          "Expected a row of each of %d nodes, but got %d".formatted(cluster.nodes(), rows.size()));
    }
    double plain = Statistics.seconds(JdbcBaseline.write(connection, rows));
    return new Turn(rows.size(), durable, plain);
  }

  /** With batch rewriting on, as in Ebb. */
  private static Connection connect(FailoverTrial trial, ClusterFixture cluster)
      throws SQLException {
    return trial.postgres().connect(cluster.site().journalUrl() + "?reWriteBatchedInserts=true");
  }
}
