package ebb.demo;

import ebb.demo.process.ManagedProcess;
import java.time.Duration;

/** Step 4: the ResourceManager is killed while all nodes drain, and started again. */
final class KillAndRestart {
  private KillAndRestart() {}

  static void run(DemoContext context) {
    ConsoleReporter reporter = context.reporter();
    Snapshot before = context.snapshot();
    reporter.say("Before:");
    before.lines().forEach(reporter::say);
    ManagedProcess process = context.cluster().resourceManager().process();
    reporter.say("$ kill -9 " + process.pid());
    process.kill();
    Duration killed = reporter.elapsed();
    context.check(!process.isAlive(), "the ResourceManager survived SIGKILL");
    context.cluster().resourceManager().start();
    context
        .patience()
        .await(
            "the ResourceManager to serve again",
            DemoContext.START_LIMIT,
            context.cluster().resourceManager()::serves);
    reporter.say(
        "Serving again " + reporter.elapsed().minus(killed).toSeconds() + " s after the kill.");
    LossCheck.check(context, before);
  }
}
