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
  static Disturbance leader(DemoContext stage) {
    return lose(stage, leaderOf(stage), true);
  }

  /** Kills a standby. The leader stays, and takes over the nodes that lived there. */
  static Disturbance standby(DemoContext stage) {
    ResourceManagerProcess leader = leaderOf(stage);
    ResourceManagerProcess standby =
        stage.cluster().resourceManagers().stream()
            .filter(each -> each != leader)
            // The one that has run since the start, and so has nodes.
            .reduce((first, last) -> last)
            .orElseThrow(() -> new StepFailedException("there is only one ResourceManager"));
    return lose(stage, standby, false);
  }

  private static Disturbance lose(DemoContext stage, ResourceManagerProcess lost, boolean leads) {
    ConsoleReporter narrator = stage.narrator();
    Snapshot before = stage.snapshot();
    narrator.say("Before:");
    before.lines().forEach(narrator::say);
    String leader = leaderOf(stage).name();
    narrator.say("$ kill -9 " + lost.process().pid() + "   (" + lost.name() + ")");
    Instant now = Instant.now();
    lost.process().kill();
    Duration killed = narrator.elapsed();
    stage.check(!lost.process().isAlive(), lost.name() + " survived SIGKILL");
    String next = leaderOf(stage).name();
    stage.check(leads != next.equals(leader), next + " leads, and " + leader + " did before");
    narrator.say(
        "%s leads, %d s after the kill."
            .formatted(next, narrator.elapsed().minus(killed).toSeconds()));
    LossCheck.check(stage, before);
    narrator.say(lost.name() + " is started again.");
    lost.start();
    stage
        .patience()
        .await(
            lost.name() + " to stand by", DemoContext.START_LIMIT, () -> lost.adminApi().isReady());
    return new Disturbance(now, now.plus(OVER));
  }

  private static ResourceManagerProcess leaderOf(DemoContext stage) {
    return stage
        .patience()
        .awaitValue("a leader", DemoContext.START_LIMIT, stage.cluster()::leader);
  }
}
