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

  static MapReduceJob run(DemoContext stage, DemoTimes times) {
    MapReduceJob job = stage.cluster().submit(new SleepJob(MAPS, times.mapTime(), 1, REDUCE_TIME));
    String id =
        stage
            .patience()
            .awaitValue("the job to be accepted", DemoContext.START_LIMIT, job::applicationId);
    stage
        .narrator()
        .say(id + " has " + MAPS + " maps of " + times.mapTime().toSeconds() + " s and a reduce.");
    stage
        .patience()
        .await("all maps to run", DemoContext.START_LIMIT, () -> maps(stage).size() == MAPS);
    for (String host : DemoContext.HOSTS) {
      long maps = maps(stage).stream().filter(map -> map.host().equals(host)).count();
      stage.check(maps > 0, "no map runs on " + host);
      stage.narrator().say("   " + host + " runs " + maps + " maps");
    }
    return job;
  }

  private static List<ContainerProcess> maps(DemoContext stage) {
    return stage.cluster().containers().stream()
        .filter(Predicate.not(ContainerProcess::isApplicationMaster))
        .toList();
  }
}
