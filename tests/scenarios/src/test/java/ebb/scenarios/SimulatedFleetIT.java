package ebb.scenarios;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ebb.demo.client.NodeView;
import ebb.demo.cluster.ResourceManagerProcess;
import ebb.simulator.SimulateCommand;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumSet;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** {@code ebb simulate} with the settings of a pair, whose instances both run on this machine. */
@Tag("long")
class SimulatedFleetIT {
  private static final int NODES = 20;

  private KilledCluster cluster;
  private Thread fleet;

  @BeforeEach
  void start() {
    cluster = KilledCluster.prepare(2);
    cluster.startAll();
    fleet = new Thread(this::simulate, "fleet");
    fleet.start();
  }

  @AfterEach
  void close() throws InterruptedException {
    fleet.interrupt();
    fleet.join(Duration.ofSeconds(30).toMillis());
    cluster.close();
  }

  private void simulate() {
    new CommandLine(new SimulateCommand())
        .execute(
            "--conf",
            cluster.loopback().folder().conf().toString(),
            "--nodes",
            String.valueOf(NODES),
            "--containers",
            "1");
  }

  /**
   * An operator rehearses a failover: nodes and application continue with the other instance. When
   * the application is killed its master ends, and makes no more calls.
   */
  @Test
  void shouldFollowTheLeaderAndEndWithTheApplication() throws Exception {
    // given
    awaitServing();
    ApplicationId application = awaitOneApplication();
    ResourceManagerProcess first = cluster.leader();
    // when
    cluster.kill(first);
    // then
    ResourceManagerProcess second =
        await().atMost(KilledCluster.PATIENCE).until(cluster::leader, next -> !next.equals(first));
    awaitServing();
    assertThat(awaitOneApplication()).isEqualTo(application);
    // when
    try (YarnClient client = client()) {
      client.killApplication(application);
      // then
      await()
          .atMost(KilledCluster.PATIENCE)
          .until(
              () ->
                  client.getApplicationReport(application).getYarnApplicationState()
                      == YarnApplicationState.KILLED);
    }
    awaitServing();
    // Twelve calls later, for a master that would continue.
    await()
        .during(Duration.ofSeconds(3))
        .atMost(KilledCluster.PATIENCE)
        .until(() -> cluster.leader().equals(second));
    assertThat(cluster.files().logged(second.name(), "doesn't exist in ApplicationMasterService"))
        .hasSizeBetween(1, 3);
  }

  private void awaitServing() {
    await()
        .atMost(KilledCluster.PATIENCE)
        .ignoreExceptionsInstanceOf(IOException.class)
        .untilAsserted(
            () ->
                assertThat(cluster.views().values())
                    .hasSize(NODES)
                    .extracting(NodeView::state)
                    .containsOnly("RUNNING"));
  }

  private ApplicationId awaitOneApplication() throws Exception {
    try (YarnClient client = client()) {
      return await()
          .atMost(KilledCluster.PATIENCE)
          .until(
              () -> client.getApplications(EnumSet.of(YarnApplicationState.RUNNING)),
              running -> running.size() == 1 && holdsAll(running.get(0)))
          .get(0)
          .getApplicationId();
    }
  }

  private static boolean holdsAll(ApplicationReport application) {
    return application.getApplicationResourceUsageReport().getNumUsedContainers() == NODES;
  }

  private YarnClient client() {
    YarnConfiguration conf = new YarnConfiguration();
    conf.addResource(
        new org.apache.hadoop.fs.Path(
            cluster.loopback().folder().conf().resolve("yarn-site.xml").toUri()));
    YarnClient client = YarnClient.createYarnClient();
    client.init(conf);
    client.start();
    return client;
  }
}
