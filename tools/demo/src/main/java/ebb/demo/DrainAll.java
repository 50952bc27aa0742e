package ebb.demo;

import ebb.demo.client.DrainView;
import ebb.demo.client.NodeView;
import ebb.demo.cluster.ExcludedHost;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;

/** Step 3: all three nodes are excluded, one of them with its own timeout. */
final class DrainAll {
  private DrainAll() {}

  static void run(DemoContext context, Roles roles, DemoTimes times) {
    context.reporter().say(roles.natural() + " drains until nothing runs there,");
    context.reporter().say(roles.timesOut() + " runs into its timeout,");
    context
        .reporter()
        .say(roles.recommissioned() + ", where the application master is, is recommissioned.");
    context.refreshNodes(
        List.of(
            ExcludedHost.of(roles.natural()),
            ExcludedHost.within(roles.timesOut(), times.hostTimeout()),
            ExcludedHost.of(roles.recommissioned())));
    for (String host : DemoContext.HOSTS) {
      NodeView node = context.awaitKnownDrain(host);
      context.check(
          node.status().filter("WAIT_CONTAINER"::equals).isPresent(),
          host + " has containers but its status is " + node.status().orElse("none"));
      Duration timeout =
          host.equals(roles.timesOut()) ? times.hostTimeout() : DemoContext.REQUEST_TIMEOUT;
      String source = host.equals(roles.timesOut()) ? "HOST_ENTRY" : "REQUEST";
      checkTimeout(context, node, timeout, source);
    }
    context.nodeManager(roles.natural()).process().mayEnd();
    context.nodeManager(roles.timesOut()).process().mayEnd();
  }

  private static void checkTimeout(
      DemoContext context, NodeView node, Duration timeout, String source) {
    DrainView drain =
        node.drain().orElseThrow(() -> new StepFailedException(node.host() + " does not drain"));
    context.check(
        drain.timeoutSeconds().equals(OptionalLong.of(timeout.toSeconds()))
            && drain.timeoutSource().equals(source),
        "the timeout of "
            + node.host()
            + " should be "
            + timeout.toSeconds()
            + " s by "
            + source
            + ", but the drain is "
            + drain);
  }
}
