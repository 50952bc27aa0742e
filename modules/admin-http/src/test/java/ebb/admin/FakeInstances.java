package ebb.admin;

import ebb.admin.routes.InstanceView;
import ebb.admin.routes.Instances;
import ebb.admin.routes.LeaveAnswer;
import ebb.admin.routes.LeaveOrder;
import ebb.admin.routes.LeaveRejection;
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
