package ebb.demo;

import ebb.demo.client.ApplicationView;
import ebb.demo.client.NodeView;
import ebb.demo.client.PastEvent;
import ebb.demo.cluster.ExcludedHost;
import ebb.demo.cluster.MapReduceJob;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Step 5: one node is recommissioned, one reaches its timeout, and one drains to its natural end.
 */
final class EndDrains {

  private EndDrains() {}

  static void run(DemoContext context, Roles roles, MapReduceJob job, DemoTimes times) {
    recommission(context, roles, times);
    awaitTimeout(context, roles.timesOut(), times);
    // Two rounds of maps, the first of which has begun, and the start and end of the job.
    awaitJob(context, job, times.mapTime().multipliedBy(2).plus(DemoContext.START_LIMIT));
    awaitNaturalEnd(context, roles.natural());
  }

  private static void recommission(DemoContext context, Roles roles, DemoTimes times) {
    Snapshot before = context.snapshot();
    context.refreshNodes(
        List.of(
            ExcludedHost.of(roles.natural()),
            ExcludedHost.within(roles.timesOut(), times.hostTimeout())));
    context.awaitNode(
        roles.recommissioned(), "RUNNING", DemoContext.SOON, node -> node.is("RUNNING"));
    List<String> moved = before.ofDrain(roles.natural()).movedIn(context.snapshot());
    context.check(moved.isEmpty(), String.join("; ", moved));
    narrate(context, roles.recommissioned() + " serves again; the others are not touched.");
  }

  private static void awaitTimeout(DemoContext context, String host, DemoTimes times) {
    NodeView node =
        context.awaitNode(
            host,
            "decommissioned at its deadline",
            times.hostTimeout().plus(DemoContext.SOON),
            view -> view.is("DECOMMISSIONED"));
    checkCause(context, node, "TIMEOUT");
    context.awaitGoodbye(context.nodeManager(host));
  }

  private static void awaitJob(DemoContext context, MapReduceJob job, Duration limit) {
    context.patience().await("the job to end", limit, () -> job.client().exitCode().isPresent());
    context.check(
        job.client().exitCode().equals(OptionalInt.of(0)),
        "the job failed:\n" + String.join("\n", job.client().logEnd()));
    ApplicationView application =
        context
            .patience()
            .awaitValue(
                "the ResourceManager's word on the job",
                DemoContext.SOON,
                () -> finished(context, job.applicationId().orElseThrow()));
    context.check(application.hasSucceeded(), "the job ended as " + application);
    narrate(context, application.id() + " has succeeded.");
  }

  private static Optional<ApplicationView> finished(DemoContext context, String id)
      throws IOException {
    ApplicationView application = context.cluster().hadoopApi().application(id);
    return application.state().equals("RUNNING") || application.state().equals("FINISHING")
        ? Optional.empty()
        : Optional.of(application);
  }

  private static void awaitNaturalEnd(DemoContext context, String host) {
    NodeView node =
        context.awaitNode(
            host, "decommissioned", DemoContext.SOON, view -> view.is("DECOMMISSIONED"));
    List<String> statuses = context.watch().statuses(host);
    int containers = statuses.indexOf("WAIT_CONTAINER");
    int applications = statuses.lastIndexOf("WAIT_APP");
    context.check(
        containers >= 0 && applications > containers,
        host + " should have waited for containers, then for the job, but was seen " + statuses);
    // READY lasts only milliseconds, so the journal is the proof.
    checkCause(context, node, "READY");
    context.awaitGoodbye(context.nodeManager(host));
  }

  private static void checkCause(DemoContext context, NodeView node, String cause) {
    PastEvent last =
        context
            .patience()
            .awaitValue(
                "the history of " + node.nodeId(),
                DemoContext.SOON,
                () -> {
                  List<PastEvent> history = context.cluster().adminApi().history(node.nodeId());
                  return Optional.of(history.get(history.size() - 1));
                });
    context.check(
        last.cause().filter(cause::equals).isPresent(),
        "the drain of " + node.host() + " should have ended with " + cause + ", but see " + last);
    narrate(context, "The journal says: " + last.summary());
  }

  private static void narrate(DemoContext context, String text) {
    context.reporter().say(text);
  }
}
