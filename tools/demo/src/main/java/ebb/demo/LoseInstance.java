package ebb.demo;

import ebb.demo.check.Lateness.Disturbance;
import ebb.demo.cluster.ResourceManagerProcess;
import java.time.Duration;
import java.time.Instant;

/** One of several ResourceManagers is killed while all nodes drain, and started again. */
final class LoseInstance {
  /** After this time no deadline is late any more because of the loss. */
  private static final Duration OVER = Duration.ofSeconds(30);

  private LoseInstance() {}

  /** Kills the leader; another instance has to take over. */
  static Disturbance leader(DemoContext context) {
    return lose(context, leaderOf(context), true);
  }

  /** Kills a standby. The leader stays, and takes over the nodes that lived there. */
  static Disturbance standby(DemoContext context) {
    ResourceManagerProcess leader = leaderOf(context);
    ResourceManagerProcess standby =
        context.cluster().resourceManagers().stream()
            .filter(each -> each != leader)
            // The one that has run since the start, and so has nodes.
            .reduce((first, last) -> last)
            .orElseThrow(() -> new StepFailedException("there is only one ResourceManager"));
    return lose(context, standby, false);
  }

  private static Disturbance lose(DemoContext context, ResourceManagerProcess lost, boolean leads) {
    ConsoleReporter reporter = context.reporter();
    Snapshot before = context.snapshot();
    reporter.say("Before:");
    before.lines().forEach(reporter::say);
    String leader = leaderOf(context).name();
    reporter.say("$ kill -9 " + lost.process().pid() + "   (" + lost.name() + ")");
    Instant now = Instant.now();
    lost.process().kill();
    Duration killed = reporter.elapsed();
    context.check(!lost.process().isAlive(), lost.name() + " survived SIGKILL");
    String next = leaderOf(context).name();
    context.check(leads != next.equals(leader), next + " leads, and " + leader + " did before");
    reporter.say(
        "%s leads, %d s after the kill."
            .formatted(next, reporter.elapsed().minus(killed).toSeconds()));
    LossCheck.check(context, before);
    reporter.say(lost.name() + " is started again.");
    lost.start();
    context
        .patience()
        .await(
            lost.name() + " to stand by", DemoContext.START_LIMIT, () -> lost.adminApi().isReady());
    return new Disturbance(now, now.plus(OVER));
  }

  private static ResourceManagerProcess leaderOf(DemoContext context) {
    return context
        .patience()
        .awaitValue("a leader", DemoContext.START_LIMIT, context.cluster()::leader);
  }
}
