package ebb.demo;

import ebb.demo.cluster.ResourceManagerProcess;
import java.time.Duration;

/** Step 1: starts the ResourceManagers and three NodeManagers, all at once. */
final class StartCluster {
  private StartCluster() {}

  /** Returns how long it took. */
  static Duration run(DemoContext stage) {
    Duration begun = stage.narrator().elapsed();
    stage.cluster().resourceManagers().forEach(ResourceManagerProcess::start);
    DemoContext.HOSTS.forEach(stage.cluster()::startNodeManager);
    for (ResourceManagerProcess each : stage.cluster().resourceManagers()) {
      stage.patience().await(each.name() + " to serve", DemoContext.START_LIMIT, each::serves);
      Duration now = stage.narrator().elapsed().minus(begun);
      stage.narrator().say(each.name() + " serves after " + now.toSeconds() + " s.");
    }
    Duration start = stage.narrator().elapsed().minus(begun);
    for (String host : DemoContext.HOSTS) {
      stage.awaitNode(host, "RUNNING", DemoContext.START_LIMIT, node -> node.is("RUNNING"));
    }
    return start;
  }
}
