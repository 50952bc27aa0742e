package ebb.hadoop;

import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ResourceScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fifo.FifoScheduler;

class FifoDrainTest extends SchedulerDrainTest {
  @Override
  Class<? extends ResourceScheduler> scheduler() {
    return FifoScheduler.class;
  }
}
