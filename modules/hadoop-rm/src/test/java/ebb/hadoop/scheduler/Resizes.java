package ebb.hadoop.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ebb.hadoop.RunningRm;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceOption;
import org.apache.hadoop.yarn.event.Event;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.NodeResourceUpdateSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.SchedulerEventType;

/** The node sizes that the scheduler gets while a ResourceManager runs. */
public final class Resizes {
  private record Told(String nodeId, ResourceOption option) {}

  private final List<Told> told = new CopyOnWriteArrayList<>();
  private final RunningRm rm;

  public Resizes(RunningRm rm) {
    this.rm = rm;
    rm.context().getDispatcher().register(SchedulerEventType.class, this::listen);
  }

  private void listen(Event<?> event) {
    if (event instanceof NodeResourceUpdateSchedulerEvent update) {
      told.add(new Told(update.getRMNode().getNodeID().toString(), update.getResourceOption()));
    }
  }

  /** Waits until the scheduler got the node's size and the REST API shows it. */
  public ResourceOption awaitOf(String id, long memory, int vcores) {
    awaitShown(rm, id, memory, vcores);
    await()
        .atMost(Duration.ofSeconds(20))
        .untilAsserted(() -> assertThat(of(id)).anyMatch(option -> is(option, memory, vcores)));
    List<ResourceOption> found =
        of(id).stream().filter(option -> is(option, memory, vcores)).toList();
    return found.get(found.size() - 1);
  }

  /** Waits until the REST API shows this size of the node. */
  public static void awaitShown(RunningRm rm, String id, long memory, int vcores) {
    String size = "\"totalResource\":{\"memory\":" + memory + ",\"vCores\":" + vcores;
    await()
        .atMost(Duration.ofSeconds(20))
        .untilAsserted(() -> assertThat(rm.rest("/ws/v1/cluster/nodes/" + id)).contains(size));
  }

  private List<ResourceOption> of(String id) {
    return told.stream().filter(each -> each.nodeId().equals(id)).map(Told::option).toList();
  }

  private static boolean is(ResourceOption option, long memory, int vcores) {
    Resource size = option.getResource();
    return size.getMemorySize() == memory && size.getVirtualCores() == vcores;
  }
}
