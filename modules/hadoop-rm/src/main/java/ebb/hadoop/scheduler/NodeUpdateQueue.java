package ebb.hadoop.scheduler;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.UpdatedContainerInfo;

/**
 * What became of one node's containers, on its way to the scheduler, which takes it with an update.
 * One update is under way at a time: the next may be sent once the scheduler has begun it. For any
 * thread; nobody waits for longer than a list takes to be copied.
 */
final class NodeUpdateQueue {
  private List<UpdatedContainerInfo> ready = List.of();
  private List<UpdatedContainerInfo> keptBack = List.of();
  private boolean isUnderWay;
  private long pulls;

  /**
   * The next update that the scheduler begins takes this with it, unless older news is kept back.
   */
  synchronized void add(UpdatedContainerInfo news) {
    if (keptBack.isEmpty()) {
      ready = with(ready, news);
    } else {
      keptBack = with(keptBack, news);
    }
  }

  /**
   * As {@link #add}, but not an update that is under way: what is sent before the next is heard
   * before this.
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
   * @return whether an update is to be sent now; none if one is under way
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

  /** Whether something waits for an update that is yet to be sent. */
  synchronized boolean isKeepingBack() {
    return !keptBack.isEmpty();
  }

  /** The scheduler begins an update. */
  synchronized List<UpdatedContainerInfo> pull() {
    pulls++;
    isUnderWay = false;
    List<UpdatedContainerInfo> pulled = ready;
    ready = List.of();
    return pulled;
  }

  /** How many updates the scheduler has begun; each begins after the one before has ended. */
  synchronized long pulls() {
    return pulls;
  }

  /** Nobody wants to hear it any more. An update that is under way remains so. */
  synchronized void clear() {
    ready = List.of();
    keptBack = List.of();
  }

  synchronized int size() {
    return ready.size() + keptBack.size();
  }
}
