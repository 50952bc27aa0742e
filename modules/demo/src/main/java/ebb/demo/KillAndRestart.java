package ebb.demo;

import ebb.demo.cluster.ContainerProcess;
import ebb.demo.process.ManagedProcess;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;

/** Step 4: the ResourceManager is killed while all nodes drain, and started again. */
final class KillAndRestart {
  private KillAndRestart() {}

  static void run(Stage stage) {
    Narrator narrator = stage.narrator();
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
            Stage.START_LIMIT,
            stage.cluster().resourceManager()::serves);
    narrator.say(
        "It serves again "
            + narrator.elapsed().minus(killed).toSeconds()
            + " s after it was killed.");
    Stage.HOSTS.forEach(stage::awaitKnownDrain);
    Snapshot after = stage.snapshot();
    narrator.say("After:");
    after.lines().forEach(narrator::say);
    List<String> moved = before.movedIn(after);
    stage.check(moved.isEmpty(), String.join("; ", moved));
    List<ContainerProcess> gone = before.goneIn(after);
    List<ContainerProcess> lost =
        gone.stream().filter(Predicate.not(stage.cluster()::hasFinished)).toList();
    stage.check(lost.isEmpty(), "these containers are lost: " + lost);
    int running = before.containers().size() - gone.size();
    narrator.say(
        "No deadline moved; "
            + running
            + " containers run on in the same processes"
            + (gone.isEmpty() ? "." : ", " + gone.size() + " have finished."));
    stage.check(running > 0, "all containers finished before the ResourceManager was back");
  }
}
