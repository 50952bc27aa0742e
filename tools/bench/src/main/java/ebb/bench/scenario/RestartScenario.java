package ebb.bench.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import ebb.bench.report.Measure;
import ebb.bench.rm.Await;
import ebb.bench.rm.SystemUnderTest;
import ebb.simulator.Beats;
import ebb.simulator.ReconnectTimes;
import java.io.IOException;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.yarn.exceptions.YarnException;

/** Kills the ResourceManager while up to a thousand nodes drain, and starts it again. */
public final class RestartScenario implements Scenario {
  private static final int MOST_NODES = 1_000;

  @Override
  public String name() {
    return "restart";
  }

  @Override
  @SuppressWarnings("try") // nodes send heartbeats until it is closed
  public Map<Measure, Double> run(Trial given)
      throws IOException, YarnException, InterruptedException {
    Trial trial = given.withNodes(Math.min(MOST_NODES, given.settings().nodes()));
    Map<Measure, Double> figures = new EnumMap<>(Measure.class);
    try (BenchContext context = trial.newContext();
        Beats beats = context.paced()) {
      new DrainCycle(context).drain();
      Map<String, String> deadlines = deadlines(context);
      HeldContainers before = HeldContainers.of(context.rm().clients(), context.fleet());
      context.rm().kill();
      ReconnectTimes comeback = context.fleet().comeback();
      long start = System.nanoTime();
      context.rm().startAgain();
      context.rm().clients().metrics();
      figures.put(Measure.RESTART_ANSWER, (System.nanoTime() - start) / 1e9);
      awaitEverybody(context, comeback);
      figures.put(
          Measure.CONTAINERS_LOST, (double) before.lostBy(context.rm().clients(), context.fleet()));
      if (context.rm().candidate() == SystemUnderTest.EBB) {
        Map<String, String> after = deadlines(context);
        long moved =
            deadlines.entrySet().stream()
                .filter(each -> !each.getValue().equals(after.get(each.getKey())))
                .count();
        figures.put(Measure.DEADLINES_MOVED, (double) moved);
      }
    }
    return figures;
  }

  /** Waits until each node has registered again and sent a heartbeat, or was told to shut down. */
  private static void awaitEverybody(BenchContext context, ReconnectTimes comeback)
      throws IOException, YarnException, InterruptedException {
    Await.until(
        "all nodes have been answered",
        () -> comeback.missing() <= context.fleet().state().shutDown());
  }

  /** By node id; empty for stock, which does not report deadlines. */
  private static Map<String, String> deadlines(BenchContext context)
      throws IOException, YarnException, InterruptedException {
    Map<String, String> deadlines = new HashMap<>();
    if (context.rm().candidate() == SystemUnderTest.EBB) {
      // It opens later than the ports for clients.
      Await.until("the admin API answers", context.rm().clients()::isReady);
      for (JsonNode node : context.rm().clients().ebb("/nodes?limit=10000").path("nodes")) {
        String deadline = node.path("drain").path("deadline").asText("");
        if (deadline.isEmpty()) {
          throw new IOException("Expected a deadline of each node, but got " + node);
        }
        deadlines.put(node.path("nodeId").asText(), deadline);
      }
      if (deadlines.size() != context.settings().nodes()) {
        throw new IOException("Expected all nodes, but got " + deadlines.size());
      }
    }
    return deadlines;
  }
}
