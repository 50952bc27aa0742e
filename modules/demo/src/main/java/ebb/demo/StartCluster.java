package ebb.demo;

import java.time.Duration;

/** Step 1: one ResourceManager and three NodeManagers, all at once. */
final class StartCluster {
  private StartCluster() {}

  static DemoTimes run(Stage stage) {
    Duration begun = stage.narrator().elapsed();
    stage.cluster().resourceManager().start();
    Stage.HOSTS.forEach(stage.cluster()::startNodeManager);
    stage
        .patience()
        .await(
            "the ResourceManager to serve",
            Stage.START_LIMIT,
            stage.cluster().resourceManager()::serves);
    Duration start = stage.narrator().elapsed().minus(begun);
    stage.narrator().say("The ResourceManager serves after " + start.toSeconds() + " s.");
    for (String host : Stage.HOSTS) {
      stage.awaitNode(host, "RUNNING", Stage.START_LIMIT, node -> node.is("RUNNING"));
    }
    return DemoTimes.after(start);
  }
}
