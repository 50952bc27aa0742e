package ebb.hadoop.scheduler;

import ebb.hadoop.RunningRm;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.NodeLabelsUpdateSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.SchedulerEventType;

/**
 * Keeps the scheduler from receiving events while this is open, after all earlier ones are
 * processed.
 */
final class HeldUpScheduler implements AutoCloseable {
  private final CountDownLatch reached = new CountDownLatch(1);
  private final CountDownLatch goOn = new CountDownLatch(1);

  HeldUpScheduler(RunningRm rm) throws InterruptedException {
    rm.context().getDispatcher().getEventHandler().handle(new Obstacle());
    if (!reached.await(30, TimeUnit.SECONDS)) {
      throw new IllegalStateException("The scheduler does not get there");
    }
  }

  /** Says nothing, and is in no hurry to say what it is. */
  private final class Obstacle extends NodeLabelsUpdateSchedulerEvent {
    Obstacle() {
      super(Map.of());
    }

    @Override
    public SchedulerEventType getType() {
      if (Thread.currentThread().getName().startsWith("SchedulerEventDispatcher")) {
        reached.countDown();
        try {
          goOn.await(60, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
      }
      return super.getType();
    }
  }

  @Override
  public void close() {
    goOn.countDown();
  }
}
