package ebb.demo;

import ebb.demo.cluster.ResourceManagerProcess;
import java.time.Duration;

/** Step 1: starts the ResourceManagers and three NodeManagers, all at once. */
final class StartCluster {
  private StartCluster() {}

  /** Returns how long it took. */
  static Duration run(DemoContext context) {
    Duration begun = context.reporter().elapsed();
    context.cluster().resourceManagers().forEach(ResourceManagerProcess::start);
    DemoContext.HOSTS.forEach(context.cluster()::startNodeManager);
    for (ResourceManagerProcess each : context.cluster().resourceManagers()) {
      context.patience().await(each.name() + " to serve", DemoContext.START_LIMIT, each::serves);
      Duration now = context.reporter().elapsed().minus(begun);
      context.reporter().say(each.name() + " serves after " + now.toSeconds() + " s.");
    }
    Duration start = context.reporter().elapsed().minus(begun);
    for (String host : DemoContext.HOSTS) {
      context.awaitNode(host, "RUNNING", DemoContext.START_LIMIT, node -> node.is("RUNNING"));
    }
    return start;
  }
}
