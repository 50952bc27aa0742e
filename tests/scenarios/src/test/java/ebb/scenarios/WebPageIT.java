package ebb.scenarios;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.abort;

import ebb.demo.cluster.Installation;
import ebb.demo.cluster.LoopbackCluster;
import ebb.simulator.SimulateCommand;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/**
 * The page in a real Chromium, against an instance with a simulated fleet. The tests are those of
 * {@code modules/web-page/test/browser}. Left out, loudly, without Chromium, npm or its packages.
 */
@Tag("long")
class WebPageIT {
  private static final int NODES = 40;
  private static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final Path MODULE =
      Installation.find().resourceManagerLib().resolve("../../../../web-page").normalize();

  private final LoneInstance ebb =
      LoneInstance.of(
          LoopbackCluster.create(
              Installation.find(), Map.of("yarn.scheduler.maximum-allocation-mb", "1024")));
  private final Thread fleet = new Thread(this::simulate, "fleet");

  @BeforeEach
  void start() {
    requireBrowser();
    ebb.start();
    fleet.start();
  }

  @AfterEach
  void close() throws InterruptedException {
    fleet.interrupt();
    fleet.join(Duration.ofSeconds(30).toMillis());
    ebb.close();
  }

  private static void requireBrowser() {
    boolean found =
        ShellCommands.exist("npm")
            && Files.isDirectory(MODULE.resolve("node_modules/playwright-core"))
            && Stream.of(
                    System.getenv().getOrDefault("CHROMIUM", ""),
                    "/usr/bin/chromium",
                    "/usr/bin/google-chrome")
                .anyMatch(path -> !path.isEmpty() && Files.isExecutable(Path.of(path)));
    if (!found) {
      String why = "the page is not tested in a browser: no Chromium, npm or its packages";
      System.out.println("\n*** LEFT OUT: " + why + " ***\n");
      abort(why);
    }
  }

  private void simulate() {
    new CommandLine(new SimulateCommand())
        .execute(
            "--conf",
            ebb.cluster().folder().conf().toString(),
            "--nodes",
            String.valueOf(NODES),
            "--containers",
            "1");
  }

  /** An idle node would leave at once. */
  private void awaitBusyNodes() {
    YarnConfiguration configuration = new YarnConfiguration();
    configuration.addResource(
        new org.apache.hadoop.fs.Path(
            ebb.cluster().folder().conf().resolve("yarn-site.xml").toUri()));
    try (YarnClient client = YarnClient.createYarnClient()) {
      client.init(configuration);
      client.start();
      await()
          .atMost(LoneInstance.PATIENCE)
          .until(
              () -> client.getNodeReports(NodeState.RUNNING),
              nodes ->
                  nodes.size() == NODES
                      && nodes.stream().allMatch(node -> node.getNumContainers() > 0));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void shouldShowTheFleetAndChangeIt() throws IOException, InterruptedException {
    awaitBusyNodes();

    ProcessBuilder browser = new ProcessBuilder("npm", "run", "--silent", "browser");
    browser.directory(MODULE.toFile()).inheritIO();
    browser.environment().put("EBB_URL", ebb.adminAddress());
    Process tests = browser.start();
    try {
      assertThat(tests.waitFor(PATIENCE.toMinutes(), TimeUnit.MINUTES)).isTrue();
      assertThat(tests.exitValue()).isZero();
    } finally {
      tests.destroyForcibly();
    }
  }
}
