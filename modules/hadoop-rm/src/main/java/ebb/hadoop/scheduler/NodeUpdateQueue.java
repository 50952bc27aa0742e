package ebb.hadoop.scheduler;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.UpdatedContainerInfo;

/**
 * Queues one node's container changes until the scheduler pulls them with a node update. Only one
 * update is under way: the next may be sent once the scheduler has begun it. For any thread. No
 * call waits longer than it takes to copy a list.
 */
final class NodeUpdateQueue {
  private List<UpdatedContainerInfo> ready = List.of();
  private List<UpdatedContainerInfo> keptBack = List.of();
  private boolean isUnderWay;
  private long pulls;

  /**
   * Adds news for the next update that the scheduler begins, or behind older news that is kept
   * back.
   */
  synchronized void add(UpdatedContainerInfo news) {
    if (keptBack.isEmpty()) {
      ready = with(ready, news);
    } else {
      keptBack = with(keptBack, news);
    }
  }

  /**
   * As {@link #add}, but never for an update that is already under way. The scheduler receives
   * everything that is sent before the next update first.
   */
  synchronized void keepBack(UpdatedContainerInfo news) {
    keptBack = with(keptBack, news);
  }

  private static List<UpdatedContainerInfo> with(
      List<UpdatedContainerInfo> before, UpdatedContainerInfo news) {
    List<UpdatedContainerInfo> all = before.isEmpty() ? new ArrayList<>() : before;
    all.add(news);
    return all;
  }

  /**
   * @return whether to send an update now; false if one is under way
   */
  synchronized boolean begin() {
    if (isUnderWay) {
      return false;
    }
    isUnderWay = true;
    for (UpdatedContainerInfo each : keptBack) {
      ready = with(ready, each);
    }
    keptBack = List.of();
    return true;
  }

  /** Whether news is waiting for an update that has not been sent yet. */
  synchronized boolean isKeepingBack() {
    return !keptBack.isEmpty();
  }

  /** The scheduler begins an update, and takes its news. */
  synchronized List<UpdatedContainerInfo> pull() {
    pulls++;
    isUnderWay = false;
    List<UpdatedContainerInfo> pulled = ready;
    ready = List.of();
    return pulled;
  }

  /**
   * The number of updates that the scheduler has begun. Each begins after the previous one has
   * ended.
   */
  synchronized long pulls() {
    return pulls;
  }

  /**
   * Drops all news, because it is no longer needed. An update that is under way stays under way.
   */
  synchronized void clear() {
    ready = List.of();
    keptBack = List.of();
  }

  synchronized int size() {
    return ready.size() + keptBack.size();
  }
}
