package ebb.hadoop.scheduler;

import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ResourceScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fifo.FifoScheduler;

class FifoDrainIT extends SchedulerDrainIT {
  @Override
  Class<? extends ResourceScheduler> scheduler() {
    return FifoScheduler.class;
  }
}
