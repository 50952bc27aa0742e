package ebb.hadoop.scheduler;

import ebb.hadoop.HadoopFolder;
import java.nio.file.Files;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ResourceScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.FairScheduler;
import org.junit.jupiter.api.Test;

class FairDrainIT extends SchedulerDrainIT {
  @Override
  Class<? extends ResourceScheduler> scheduler() {
    return FairScheduler.class;
  }

  @Test
  void shouldTakeAndGiveBackTheRoomOfADrainWithoutTheQueueOfTheScheduler() throws Exception {
    assertRoomIsTakenAndGivenBackWithoutTheQueue();
  }

  @Override
  void prepare(HadoopFolder conf) throws Exception {
    Files.writeString(
        conf.path().resolve("fair-scheduler.xml"),
        """
        <allocations>
          <queue name="default"/>
          <queuePlacementPolicy><rule name="default"/></queuePlacementPolicy>
        </allocations>
        """);
  }
}
