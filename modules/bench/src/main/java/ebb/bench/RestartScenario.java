package ebb.bench;

import com.fasterxml.jackson.databind.JsonNode;
import ebb.simulator.Beats;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.yarn.exceptions.YarnException;

/** The ResourceManager is killed while all of up to a thousand nodes drain, and started again. */
final class RestartScenario implements Scenario {
  private static final int MOST_NODES = 1_000;

  @Override
  public String name() {
    return "restart";
  }

  @Override
  @SuppressWarnings("try") // nodes beat for as long as it is open
  public Map<Measure, Double> run(Trial given)
      throws IOException, YarnException, InterruptedException {
    Trial trial = given.withNodes(Math.min(MOST_NODES, given.settings().nodes()));
    Map<Measure, Double> figures = new EnumMap<>(Measure.class);
    try (Stage stage = trial.stage();
        Beats beats = stage.paced()) {
      new DrainCycle(stage).drain();
      Map<String, String> deadlines = deadlines(stage);
      int used = stage.rm().clients().usedContainers();
      stage.rm().kill();
      long start = System.nanoTime();
      stage.rm().startAgain();
      stage.rm().clients().metrics();
      figures.put(Measure.RESTART_ANSWER, (System.nanoTime() - start) / 1e9);
      awaitEverybody(stage);
      figures.put(Measure.CONTAINERS_LOST, (double) used - stage.rm().clients().usedContainers());
      if (stage.rm().candidate() == Candidate.EBB) {
        Map<String, String> after = deadlines(stage);
        long moved =
            deadlines.entrySet().stream()
                .filter(each -> !each.getValue().equals(after.get(each.getKey())))
                .count();
        figures.put(Measure.DEADLINES_MOVED, (double) moved);
      }
    }
    return figures;
  }

  /** Until each node has registered again and beaten, or has been told to shut down. */
  private static void awaitEverybody(Stage stage)
      throws IOException, YarnException, InterruptedException {
    int nodes = stage.settings().nodes();
    Patience.until(
        "all nodes have been answered",
        () -> {
          int known = stage.draining() + stage.running();
          return known + stage.fleet().state().shutDown() >= nodes;
        });
    // Two heartbeats: what was recovered is counted by then.
    Thread.sleep(Duration.ofSeconds(3).toMillis());
  }

  /** By node; empty for stock, which tells nobody. */
  private static Map<String, String> deadlines(Stage stage) throws IOException {
    Map<String, String> deadlines = new HashMap<>();
    if (stage.rm().candidate() == Candidate.EBB) {
      for (JsonNode node : stage.rm().clients().ebb("/nodes?limit=10000").path("nodes")) {
        String deadline = node.path("drain").path("deadline").asText("");
        if (deadline.isEmpty()) {
          throw new IOException("Expected a deadline of each node, but got " + node);
        }
        deadlines.put(node.path("nodeId").asText(), deadline);
      }
      if (deadlines.size() != stage.settings().nodes()) {
        throw new IOException("Expected all nodes, but got " + deadlines.size());
      }
    }
    return deadlines;
  }
}
