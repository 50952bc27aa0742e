package ebb.demo;

import ebb.demo.cluster.ContainerProcess;
import ebb.demo.cluster.MapReduceJob;
import ebb.demo.cluster.SleepJob;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;

/** Step 2: a MapReduce job whose map tasks fill all three nodes. */
final class SubmitJob {
  /** Two for each node. The application master fits in beside two of them. */
  private static final int MAPS = 6;

  private static final Duration REDUCE_TIME = Duration.ofSeconds(1);

  private SubmitJob() {}

  static MapReduceJob run(DemoContext context, DemoTimes times) {
    MapReduceJob job =
        context.cluster().submit(new SleepJob(MAPS, times.mapTime(), 1, REDUCE_TIME));
    String id =
        context
            .patience()
            .awaitValue("the job to be accepted", DemoContext.START_LIMIT, job::applicationId);
    context
        .reporter()
        .say(id + " has " + MAPS + " maps of " + times.mapTime().toSeconds() + " s and a reduce.");
    context
        .patience()
        .await("all maps to run", DemoContext.START_LIMIT, () -> maps(context).size() == MAPS);
    for (String host : DemoContext.HOSTS) {
      long maps = maps(context).stream().filter(map -> map.host().equals(host)).count();
      context.check(maps > 0, "no map runs on " + host);
      context.reporter().say("   " + host + " runs " + maps + " maps");
    }
    return job;
  }

  private static List<ContainerProcess> maps(DemoContext context) {
    return context.cluster().containers().stream()
        .filter(Predicate.not(ContainerProcess::isApplicationMaster))
        .toList();
  }
}
