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

  /** The two take turns; the last pair counts, when all code is compiled. */
  @SuppressWarnings("try") // nodes beat for as long as it is open
  static Map<Measure, Double> run(Trial trial, int nodes)
      throws IOException, YarnException, SQLException, InterruptedException {
    Map<Measure, Double> figures = new EnumMap<>(Measure.class);
    try (ClusterStage stage = ClusterStage.set(trial, INSTANCES, nodes, false);
        Beats beats = stage.paced();
        Connection connection = connect(trial, stage)) {
      for (int i = 1; i <= trial.settings().drains(); i++) {
        if (i > 1) {
          stage.recommissionAll();
        }
        long before = JournalRow.newest(connection);
        double durable = Figures.seconds(stage.drainAll());
        List<JournalRow> rows = JournalRow.after(connection, before);
        if (rows.size() < nodes) {
          throw new IOException(
              "Expected a row of each of %d nodes, but got %d".formatted(nodes, rows.size()));
        }
        double plain = Figures.seconds(PlainInserts.write(connection, rows));
        figures.put(Measure.ROWS, (double) rows.size());
        figures.put(Measure.DURABLE, durable);
        figures.put(Measure.PLAIN, plain);
        figures.put(Measure.BEYOND, durable - (TIMES * plain + PLUS_SECONDS));
      }
    }
    return figures;
  }

  /** With the driver's rewriting of batches, as Ebb has it. */
  private static Connection connect(Trial trial, ClusterStage stage) throws SQLException {
    return trial.postgres().connect(stage.site().journalUrl() + "?reWriteBatchedInserts=true");
  }
}
