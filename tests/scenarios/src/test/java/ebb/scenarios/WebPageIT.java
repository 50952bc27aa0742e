package ebb.scenarios;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.abort;

import ebb.demo.cluster.Installation;
import ebb.demo.cluster.LoopbackCluster;
import ebb.demo.cluster.ResourceManagerProcess;
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
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/**
 * The page in a real Chromium, against an instance with a simulated fleet, and against a standby
 * whose leader is killed. The tests are those of {@code modules/web-page/test/browser}. Left out,
 * loudly, without Chromium, npm or its packages.
 */
@Tag("long")
class WebPageIT {
  private static final int NODES = 40;
  private static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final Path MODULE =
      Installation.find().resourceManagerLib().resolve("../../../../web-page").normalize();

  @BeforeAll
  static void requireBrowser() {
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

  @Test
  void shouldShowTheFleetAndChangeIt() throws IOException, InterruptedException {
    LoopbackCluster cluster =
        LoopbackCluster.create(
            Installation.find(), Map.of("yarn.scheduler.maximum-allocation-mb", "1024"));
    Path conf = cluster.folder().conf();
    Thread fleet = new Thread(() -> simulate(conf), "fleet");
    try (LoneInstance ebb = LoneInstance.of(cluster)) {
      ebb.start();
      fleet.start();
      try {
        awaitBusyNodes(conf);
        expectToPass("browser", Map.of("EBB_URL", ebb.adminAddress()));
      } finally {
        fleet.interrupt();
        fleet.join(Duration.ofSeconds(30).toMillis());
      }
    }
  }

  @Test
  void shouldGoOnWhenTheLeaderIsKilled() throws IOException, InterruptedException {
    try (KilledCluster cluster = KilledCluster.prepare(2)) {
      cluster.startAll();
      cluster.startNodes("127.0.66", 5);
      ResourceManagerProcess leader = cluster.leader();
      ResourceManagerProcess standby = cluster.standbys().get(0);
      cluster.expectToLose(leader);

      expectToPass(
          "failover",
          Map.of(
              "EBB_URL",
              standby.adminApi().address(),
              "EBB_LEADER_PID",
              String.valueOf(leader.process().pid())));

      assertThat(cluster.leader()).isEqualTo(standby);
    }
  }

  private static void simulate(Path conf) {
    new CommandLine(new SimulateCommand())
        .execute("--conf", conf.toString(), "--nodes", String.valueOf(NODES), "--containers", "1");
  }

  /** An idle node would leave at once. */
  private static void awaitBusyNodes(Path conf) {
    YarnConfiguration configuration = new YarnConfiguration();
    configuration.addResource(new org.apache.hadoop.fs.Path(conf.resolve("yarn-site.xml").toUri()));
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

  /**
   * @param script of the page's package.json
   */
  private static void expectToPass(String script, Map<String, String> environment)
      throws IOException, InterruptedException {
    Path output = Files.createTempFile("browser", ".log");
    ProcessBuilder browser = new ProcessBuilder("npm", "run", "--silent", script);
    browser.directory(MODULE.toFile()).redirectErrorStream(true).redirectOutput(output.toFile());
    browser.environment().putAll(environment);
    Process tests = browser.start();
    try {
      boolean ended = tests.waitFor(PATIENCE.toMinutes(), TimeUnit.MINUTES);
      String printed = Files.readString(output);
      System.out.println(printed);
      assertThat(ended).as(() -> failures(printed)).isTrue();
      assertThat(tests.exitValue()).as(() -> failures(printed)).isZero();
    } finally {
      tests.destroyForcibly();
      Files.delete(output);
    }
  }

  /** The end of what the browser tests printed: node lists failed tests last. */
  private static String failures(String printed) {
    int failures = printed.lastIndexOf("failing tests:");
    return printed.substring(Math.max(failures, printed.length() - 6_000));
  }
}
