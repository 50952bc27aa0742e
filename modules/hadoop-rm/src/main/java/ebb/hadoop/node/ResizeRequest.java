package ebb.hadoop.node;

import ebb.hadoop.report.ResendTimer;
import ebb.hadoop.scheduler.AdminResourceOption;
import ebb.hadoop.scheduler.SchedulerNodeEvents;
import java.util.Optional;
import org.apache.hadoop.yarn.api.records.Resource;

/**
 * The size that an administrator last gave the node. The AdminService has acknowledged it, so it is
 * sent to RMNode until RMNode answers. Guarded by the node's lock.
 */
final class ResizeRequest {

  /**
   * @param number distinguishes requests for the same size
   */
  record Wish(long number, AdminResourceOption option) {
    Resource size() {
      return option.getResource();
    }
  }

  private final ResendTimer resendTimer = new ResendTimer();
  private Optional<Wish> newest = Optional.empty();
  private boolean open;
  private long wishes;

  void want(AdminResourceOption option) {
    wishes++;
    newest = Optional.of(new Wish(wishes, option));
    open = true;
  }

  /** RMNode accepted or rejected the size. */
  void answered(Wish wish) {
    if (newest.filter(wish::equals).isPresent()) {
      open = false;
    }
  }

  /** The node has left service. A NodeManager that registers again brings its own size. */
  void giveUp() {
    open = false;
  }

  /**
   * The request to send to RMNode now; empty if none is due.
   *
   * @param now monotonic milliseconds
   */
  Optional<Wish> due(long now) {
    return newest.filter(wish -> open && resendTimer.isDue(wish, now));
  }

  /**
   * In milliseconds, as the administrator set it with this size. For any other size, no container
   * is killed.
   */
  int overcommitTimeout(Resource size) {
    return newest
        .filter(wish -> wish.size().equals(size))
        .map(wish -> wish.option().getOverCommitTimeout())
        .orElse(SchedulerNodeEvents.KILL_NOTHING);
  }
}
