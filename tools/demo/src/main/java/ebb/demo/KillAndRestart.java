package ebb.demo;

import ebb.demo.process.ManagedProcess;
import java.time.Duration;

/** Step 4: the ResourceManager is killed while all nodes drain, and started again. */
final class KillAndRestart {
  private KillAndRestart() {}

  static void run(DemoContext stage) {
    ConsoleReporter narrator = stage.narrator();
    Snapshot before = stage.snapshot();
    narrator.say("Before:");
    before.lines().forEach(narrator::say);
    ManagedProcess process = stage.cluster().resourceManager().process();
    narrator.say("$ kill -9 " + process.pid());
    process.kill();
    Duration killed = narrator.elapsed();
    stage.check(!process.isAlive(), "the ResourceManager survived SIGKILL");
    stage.cluster().resourceManager().start();
    stage
        .patience()
        .await(
            "the ResourceManager to serve again",
            DemoContext.START_LIMIT,
            stage.cluster().resourceManager()::serves);
    narrator.say(
        "It serves again "
            + narrator.elapsed().minus(killed).toSeconds()
            + " s after it was killed.");
    LossCheck.check(stage, before);
  }
}
