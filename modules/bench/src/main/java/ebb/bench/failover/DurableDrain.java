package ebb.bench.failover;

import ebb.simulator.Beats;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.yarn.exceptions.YarnException;

/** One refresh drains all nodes; the rows that it wrote are then written again by JDBC alone. */
final class DurableDrain {
  private static final int INSTANCES = 3;
  private static final double TIMES = 1.5;
  private static final double PLUS_SECONDS = 1;

  private DurableDrain() {}

  /**
   * The two take turns; of the drains that are alike the last one counts, when code is compiled.
   */
  static Map<Measure, Double> run(Trial trial, int nodes)
      throws IOException, YarnException, SQLException, InterruptedException {
    Map<Measure, Double> figures = new EnumMap<>(Measure.class);
    try (ClusterStage stage = ClusterStage.set(trial, INSTANCES, nodes, false);
        Connection connection = connect(trial, stage)) {
      Turn busy = drainWhileNodesBeat(trial.settings().drains(), stage, connection);
      figures.put(Measure.ROWS, (double) busy.rows());
      figures.put(Measure.DURABLE, busy.durable());
      figures.put(Measure.PLAIN, busy.plain());
      figures.put(Measure.BEYOND, busy.beyond());
      stage.recommissionAll();
      Turn quiet = drain(trial.settings().drains(), stage, connection);
      figures.put(Measure.REST_DURABLE, quiet.durable());
      figures.put(Measure.REST_PLAIN, quiet.plain());
      figures.put(Measure.REST_BEYOND, quiet.beyond());
    }
    return figures;
  }

  /** One drain, and its rows by JDBC; seconds. */
  private record Turn(int rows, double durable, double plain) {
    double beyond() {
      return durable - (TIMES * plain + PLUS_SECONDS);
    }
  }

  @SuppressWarnings("try") // nodes beat for as long as it is open
  private static Turn drainWhileNodesBeat(int times, ClusterStage stage, Connection connection)
      throws IOException, YarnException, SQLException, InterruptedException {
    try (Beats beats = stage.paced()) {
      return drain(times, stage, connection);
    }
  }

  private static Turn drain(int times, ClusterStage stage, Connection connection)
      throws IOException, YarnException, SQLException, InterruptedException {
    for (int i = 1; i < times; i++) {
      drainOnce(stage, connection);
      stage.recommissionAll();
    }
    return drainOnce(stage, connection);
  }

  private static Turn drainOnce(ClusterStage stage, Connection connection)
      throws IOException, YarnException, SQLException, InterruptedException {
    long before = JournalRow.newest(connection);
    double durable = Figures.seconds(stage.drainAll());
    List<JournalRow> rows = JournalRow.after(connection, before);
    if (rows.size() < stage.nodes()) {
      throw new IOException(
          "Expected a row of each of %d nodes, but got %d".formatted(stage.nodes(), rows.size()));
    }
    double plain = Figures.seconds(PlainInserts.write(connection, rows));
    return new Turn(rows.size(), durable, plain);
  }

  /** With the driver's rewriting of batches, as Ebb has it. */
  private static Connection connect(Trial trial, ClusterStage stage) throws SQLException {
    return trial.postgres().connect(stage.site().journalUrl() + "?reWriteBatchedInserts=true");
  }
}
