package ebb.compatibility;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.demo.cluster.FreePorts;
import ebb.demo.cluster.Installation;
import ebb.demo.cluster.LoopbackCluster;
import ebb.demo.cluster.MapReduceJob;
import ebb.demo.process.JavaCommand;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Optional features of a cluster, with NodeManagers and MapReduce of Ebb's own Hadoop version. */
class FeaturesIT {
  private static final String ROOT = "yarn.scheduler.capacity.root";
  private static final String OPPORTUNISTIC = "yarn.resourcemanager.opportunistic";
  private static final String TIMELINE = "yarn.timeline-service.";

  private final FreePorts ports = new FreePorts();

  @Test
  void shouldDrainUnderTheFairScheduler() throws Exception {
    try (var cluster =
        cluster(
            Map.of(
                "yarn.resourcemanager.scheduler.class",
                "org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.FairScheduler",
                // The user root would get the queue of this name, which is not a leaf.
                "yarn.scheduler.fair.user-as-default-queue",
                "false",
                "yarn.scheduler.increment-allocation-mb",
                "128"))) {
      DrainsDuringJob drains = DrainsDuringJob.start(cluster);
      assertThat(cluster.hadoopApi().schedulerType()).isEqualTo("fairScheduler");

      drains.run(drains.submitJob());
    }
  }

  /** All nodes are in an exclusive partition. Without it the job would never run. */
  @Test
  void shouldDrainNodesOfAPartition() throws Exception {
    String labels = ".accessible-node-labels";
    try (var cluster =
        cluster(
            Map.of(
                "yarn.node-labels.enabled",
                "true",
                ROOT + labels,
                "*",
                ROOT + labels + ".gpu.capacity",
                "100",
                ROOT + ".default" + labels,
                "*",
                ROOT + ".default" + labels + ".gpu.capacity",
                "100",
                ROOT + ".default" + labels + ".gpu.maximum-am-resource-percent",
                "1.0",
                "mapreduce.job.node-label-expression",
                "gpu"))) {
      DrainsDuringJob drains = DrainsDuringJob.start(cluster);
      drains.rmadmin("-addToClusterNodeLabels", "gpu(exclusive=true)");
      drains.rmadmin("-replaceLabelsOnNode", "127.0.0.71=gpu 127.0.0.72=gpu 127.0.0.73=gpu");

      drains.run(drains.submitJob());
    }
  }

  @Test
  void shouldDrainNodesWithOpportunisticContainers() throws Exception {
    try (var cluster =
        cluster(
            Map.of(
                OPPORTUNISTIC + "-container-allocation.enabled",
                "true",
                "yarn.nodemanager.opportunistic-containers-max-queue-length",
                "10",
                // Each goes to the node with the most room, so that every node has some.
                OPPORTUNISTIC + ".max.container-allocation.per.am.heartbeat",
                "1",
                OPPORTUNISTIC + "-container-allocation.nodes-used",
                "1",
                "yarn.resourcemanager.nm-container-queuing.load-comparator",
                "QUEUE_LENGTH_THEN_RESOURCES",
                "yarn.resourcemanager.nm-container-queuing.sorting-nodes-interval-ms",
                "200",
                // There is room for all, so none waits.
                "yarn.nodemanager.resource.memory-mb",
                "2048",
                "mapreduce.job.num-opportunistic-maps-percent",
                "100"))) {
      DrainsDuringJob drains = DrainsDuringJob.start(cluster);
      MapReduceJob job = drains.submitJob();
      drains
          .await("opportunistic containers")
          .until(() -> cluster.hadoopApi().opportunisticContainers() > 0);

      drains.run(job);
    }
  }

  @Test
  void shouldDrainWithTheFirstTimelineServer() throws Exception {
    String web = "127.0.0.1:" + port();
    try (var cluster =
        cluster(
            Map.of(
                TIMELINE + "enabled",
                "true",
                TIMELINE + "version",
                "1.0",
                TIMELINE + "address",
                "127.0.0.1:" + port(),
                TIMELINE + "webapp.address",
                web,
                TIMELINE + "store-class",
                "org.apache.hadoop.yarn.server.timeline.MemoryTimelineStore",
                "yarn.system-metrics-publisher.enabled",
                "true",
                "mapreduce.job.emit-timeline-data",
                "true"))) {
      startTimelineServer(cluster);
      DrainsDuringJob drains = DrainsDuringJob.start(cluster);
      MapReduceJob job = drains.submitJob();

      drains.run(job);

      String entity = "/ws/v1/timeline/YARN_APPLICATION/" + job.applicationId().orElseThrow();
      drains
          .await("the end of the application in the timeline server")
          .until(() -> get("http://" + web + entity).contains("YARN_APPLICATION_FINISHED"));
    }
  }

  /** The only writer that Hadoop ships without HBase; it stores nothing. */
  @Test
  void shouldDrainWithTheSecondTimelineService() throws Exception {
    String service = "org.apache.hadoop.yarn.server.timelineservice.";
    try (var cluster =
        cluster(
            Map.of(
                TIMELINE + "enabled",
                "true",
                TIMELINE + "version",
                "2.0f",
                TIMELINE + "writer.class",
                service + "storage.NoOpTimelineWriterImpl",
                "yarn.system-metrics-publisher.enabled",
                "true",
                "yarn.nodemanager.aux-services",
                "mapreduce_shuffle,timeline_collector",
                "yarn.nodemanager.aux-services.timeline_collector.class",
                service + "collector.PerNodeTimelineCollectorsAuxService",
                "mapreduce.job.emit-timeline-data",
                "true"))) {
      DrainsDuringJob drains = DrainsDuringJob.start(cluster);
      MapReduceJob job = drains.submitJob();
      String id = job.applicationId().orElseThrow();
      assertThat(drains.nodeManagers())
          .as("a NodeManager that collects")
          .anySatisfy(
              each ->
                  assertThat(each.process().logLine("the collector for " + id + " was added"))
                      .isPresent());

      drains.run(job);
    }
  }

  private static LoopbackCluster cluster(Map<String, String> yarnSite) {
    return LoopbackCluster.create(Installation.find(), yarnSite);
  }

  private static void startTimelineServer(LoopbackCluster cluster) {
    var command =
        new JavaCommand(
            List.of(
                cluster.folder().conf().toString(), Installation.find().nodeManagerLib() + "/*"),
            "org.apache.hadoop.yarn.server.applicationhistoryservice.ApplicationHistoryServer",
            128,
            Map.of("java.io.tmpdir", cluster.folder().tmp().toString()),
            List.of());
    cluster.start("timeline-server", command, List.of());
  }

  private int port() {
    return ports.next(InetAddress.getLoopbackAddress());
  }

  private static String get(String uri) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(uri)).header("Accept", "application/json").build();
    return HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
  }
}
