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

  static void run(DemoContext stage, Roles roles, MapReduceJob job, DemoTimes times) {
    recommission(stage, roles, times);
    awaitTimeout(stage, roles.timesOut(), times);
    // Two rounds of maps, the first of which has begun, and the start and end of the job.
    awaitJob(stage, job, times.mapTime().multipliedBy(2).plus(DemoContext.START_LIMIT));
    awaitNaturalEnd(stage, roles.natural());
  }

  private static void recommission(DemoContext stage, Roles roles, DemoTimes times) {
    Snapshot before = stage.snapshot();
    stage.refreshNodes(
        List.of(
            ExcludedHost.of(roles.natural()),
            ExcludedHost.within(roles.timesOut(), times.hostTimeout())));
    stage.awaitNode(
        roles.recommissioned(), "RUNNING", DemoContext.SOON, node -> node.is("RUNNING"));
    List<String> moved = before.ofDrain(roles.natural()).movedIn(stage.snapshot());
    stage.check(moved.isEmpty(), String.join("; ", moved));
    narrate(stage, roles.recommissioned() + " serves again; the others are not touched.");
  }

  private static void awaitTimeout(DemoContext stage, String host, DemoTimes times) {
    NodeView node =
        stage.awaitNode(
            host,
            "decommissioned at its deadline",
            times.hostTimeout().plus(DemoContext.SOON),
            view -> view.is("DECOMMISSIONED"));
    checkCause(stage, node, "TIMEOUT");
    stage.awaitGoodbye(stage.nodeManager(host));
  }

  private static void awaitJob(DemoContext stage, MapReduceJob job, Duration limit) {
    stage.patience().await("the job to end", limit, () -> job.client().exitCode().isPresent());
    stage.check(
        job.client().exitCode().equals(OptionalInt.of(0)),
        "the job failed:\n" + String.join("\n", job.client().logEnd()));
    ApplicationView application =
        stage
            .patience()
            .awaitValue(
                "the ResourceManager's word on the job",
                DemoContext.SOON,
                () -> finished(stage, job.applicationId().orElseThrow()));
    stage.check(application.hasSucceeded(), "the job ended as " + application);
    narrate(stage, application.id() + " has succeeded.");
  }

  private static Optional<ApplicationView> finished(DemoContext stage, String id)
      throws IOException {
    ApplicationView application = stage.cluster().hadoopApi().application(id);
    return application.state().equals("RUNNING") || application.state().equals("FINISHING")
        ? Optional.empty()
        : Optional.of(application);
  }

  private static void awaitNaturalEnd(DemoContext stage, String host) {
    NodeView node =
        stage.awaitNode(
            host, "decommissioned", DemoContext.SOON, view -> view.is("DECOMMISSIONED"));
    List<String> statuses = stage.watch().statuses(host);
    int containers = statuses.indexOf("WAIT_CONTAINER");
    int applications = statuses.lastIndexOf("WAIT_APP");
    stage.check(
        containers >= 0 && applications > containers,
        host + " should have waited for containers, then for the job, but was seen " + statuses);
    // READY lasts only milliseconds, so the journal is the proof.
    checkCause(stage, node, "READY");
    stage.awaitGoodbye(stage.nodeManager(host));
  }

  private static void checkCause(DemoContext stage, NodeView node, String cause) {
    PastEvent last =
        stage
            .patience()
            .awaitValue(
                "the history of " + node.nodeId(),
                DemoContext.SOON,
                () -> {
                  List<PastEvent> history = stage.cluster().adminApi().history(node.nodeId());
                  return Optional.of(history.get(history.size() - 1));
                });
    stage.check(
        last.cause().filter(cause::equals).isPresent(),
        "the drain of " + node.host() + " should have ended with " + cause + ", but see " + last);
    narrate(stage, "The journal says: " + last.summary());
  }

  private static void narrate(DemoContext stage, String text) {
    stage.narrator().say(text);
  }
}
