package ebb.bench;

import com.fasterxml.jackson.databind.JsonNode;
import ebb.simulator.Beats;
import ebb.simulator.Comeback;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.yarn.exceptions.YarnException;

/** The ResourceManager is killed while all of up to a thousand nodes drain, and started again. */
final class RestartScenario implements Scenario {
  private static final int MOST_NODES = 1_000;
  private static final Duration RECOVERED_WITHIN = Duration.ofSeconds(30);
  private static final Duration SETTLED = Duration.ofSeconds(3);
  private static final Duration PAUSE = Duration.ofMillis(100);

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
      int running = stage.fleet().state().containers();
      stage.rm().kill();
      Comeback comeback = stage.fleet().comeback();
      long start = System.nanoTime();
      stage.rm().startAgain();
      stage.rm().clients().metrics();
      figures.put(Measure.RESTART_ANSWER, (System.nanoTime() - start) / 1e9);
      awaitEverybody(stage, comeback);
      figures.put(Measure.CONTAINERS_LOST, (double) containersLost(stage, used, running));
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
  private static void awaitEverybody(Stage stage, Comeback comeback)
      throws IOException, YarnException, InterruptedException {
    Patience.until(
        "all nodes have been answered",
        () -> comeback.missing() <= stage.fleet().state().shutDown());
  }

  /**
   * What the ResourceManager counts, or what runs on the nodes: whichever has lost more. What is
   * still missing after a while is lost; what no node runs any more need not be waited for.
   */
  private static int containersLost(Stage stage, int used, int running)
      throws IOException, YarnException, InterruptedException {
    int left = stage.fleet().state().containers();
    long end = System.nanoTime() + RECOVERED_WITHIN.toNanos();
    int now = stage.rm().clients().usedContainers();
    while (now < Math.min(used, left) && System.nanoTime() < end) {
      Thread.sleep(PAUSE.toMillis());
      now = stage.rm().clients().usedContainers();
    }
    // Two heartbeats: what is recovered and ended again shows by then.
    Thread.sleep(SETTLED.toMillis());
    now = stage.rm().clients().usedContainers();
    return Math.max(used - now, running - stage.fleet().state().containers());
  }

  /** By node; empty for stock, which tells nobody. */
  private static Map<String, String> deadlines(Stage stage)
      throws IOException, YarnException, InterruptedException {
    Map<String, String> deadlines = new HashMap<>();
    if (stage.rm().candidate() == Candidate.EBB) {
      // It opens when clients are served already.
      Patience.until("the admin API answers", stage.rm().clients()::isReady);
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
