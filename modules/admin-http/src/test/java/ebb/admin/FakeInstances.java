package ebb.admin;

import ebb.admin.instances.InstanceView;
import ebb.admin.instances.Instances;
import ebb.admin.instances.LeaveAnswer;
import ebb.admin.instances.LeaveOrder;
import ebb.admin.instances.LeaveRejection;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;

/** Answers as it is told, and remembers who was to leave. */
public final class FakeInstances implements Instances {
  public final BlockingQueue<LeaveOrder> orders = new LinkedBlockingQueue<>();

  public volatile List<InstanceView> members = List.of();
  public volatile LeaveAnswer answer =
      new LeaveAnswer.Refused(LeaveRejection.NO_ANSWER, "nothing was prepared");

  @Override
  public CompletionStage<List<InstanceView>> all() {
    return CompletableFuture.completedFuture(members);
  }

  @Override
  public CompletionStage<LeaveAnswer> leave(LeaveOrder order) {
    orders.add(order);
    return CompletableFuture.completedFuture(answer);
  }
}
