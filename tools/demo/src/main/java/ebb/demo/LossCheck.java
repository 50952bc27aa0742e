package ebb.demo;

import ebb.demo.cluster.ContainerProcess;
import java.util.List;
import java.util.function.Predicate;

/** Checks that each drain and container is still there after a ResourceManager was killed. */
final class LossCheck {
  private LossCheck() {}

  /**
   * Waits until all nodes have registered again, then checks and prints the result.
   *
   * @throws StepFailedException if a drain or a container is lost, or a deadline has moved
   */
  static void check(DemoContext context, Snapshot before) {
    ConsoleReporter reporter = context.reporter();
    DemoContext.HOSTS.forEach(context::awaitKnownDrain);
    Snapshot after = context.snapshot();
    reporter.say("After:");
    after.lines().forEach(reporter::say);
    List<String> moved = before.movedIn(after);
    context.check(moved.isEmpty(), String.join("; ", moved));
    List<ContainerProcess> gone = before.goneIn(after);
    List<ContainerProcess> lost =
        gone.stream().filter(Predicate.not(context.cluster()::hasFinished)).toList();
    context.check(lost.isEmpty(), "these containers are lost: " + lost);
    int running = before.containers().size() - gone.size();
    reporter.say(
        "No deadline moved; "
            + running
            + " containers are still running in the same processes"
            + (gone.isEmpty() ? "." : ", " + gone.size() + " have finished."));
    context.check(running > 0, "all containers finished before the ResourceManager was back");
  }
}
