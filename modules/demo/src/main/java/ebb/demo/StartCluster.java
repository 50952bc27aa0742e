package ebb.demo;

import ebb.demo.cluster.ResourceManagerProcess;
import java.time.Duration;

/** Step 1: the ResourceManagers and three NodeManagers, all at once. */
final class StartCluster {
  private StartCluster() {}

  /** How long it took. */
  static Duration run(Stage stage) {
    Duration begun = stage.narrator().elapsed();
    stage.cluster().resourceManagers().forEach(ResourceManagerProcess::start);
    Stage.HOSTS.forEach(stage.cluster()::startNodeManager);
    for (ResourceManagerProcess each : stage.cluster().resourceManagers()) {
      stage.patience().await(each.name() + " to serve", Stage.START_LIMIT, each::serves);
      Duration now = stage.narrator().elapsed().minus(begun);
      stage.narrator().say(each.name() + " serves after " + now.toSeconds() + " s.");
    }
    Duration start = stage.narrator().elapsed().minus(begun);
    for (String host : Stage.HOSTS) {
      stage.awaitNode(host, "RUNNING", Stage.START_LIMIT, node -> node.is("RUNNING"));
    }
    return start;
  }
}
