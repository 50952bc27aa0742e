package ebb.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.nodelabels.RMNodeLabelsManager;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.NodeLabelsUpdateSchedulerEvent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A node's size is no news of its labels. */
class EbbNodeLabelsManagerTest {
  private static final NodeId NODE = NodeId.newInstance("nm1", 1);
  private static final Resource LARGE = Resource.newInstance(8192, 8);
  private static final Resource SMALL = Resource.newInstance(1024, 1);

  private final FakeResourceManager rm = new FakeResourceManager();
  private final EbbNodeLabelsManager labels = new EbbNodeLabelsManager();

  @BeforeEach
  void start() {
    labels.setRMContext(rm.context);
    labels.init(new Configuration(false));
    labels.start();
  }

  @AfterEach
  void stop() {
    labels.stop();
  }

  @Test
  void shouldChangeASizeWithoutAnEventForTheScheduler() {
    // given
    labels.activateNode(NODE, LARGE);
    assertThat(rm.events).hasOnlyElementsOfType(NodeLabelsUpdateSchedulerEvent.class).hasSize(1);
    // when
    labels.updateNodeResource(NODE, SMALL);
    // then
    assertThat(rm.events).hasSize(1);
    assertThat(labels.getResourceByLabel(RMNodeLabelsManager.NO_LABEL, LARGE)).isEqualTo(SMALL);
    // and who comes or goes is told as before
    labels.deactivateNode(NODE);
    assertThat(rm.events).hasSize(2);
  }
}
