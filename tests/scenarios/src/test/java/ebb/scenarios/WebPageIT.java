package ebb.scenarios;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.abort;

import ebb.admin.Certificates;
import ebb.demo.cluster.Installation;
import ebb.demo.cluster.LoopbackCluster;
import ebb.demo.cluster.ResourceManagerProcess;
import ebb.simulator.SimulateCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.yarn.api.records.NodeReport;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * The page in a real Chromium, against an instance with a simulated fleet, against one with users,
 * and against a standby whose leader is killed. The tests are those of {@code
 * modules/web-page/test/browser}. Left out, loudly, without Chromium, npm or its packages.
 */
@Tag("long")
class WebPageIT {
  private static final int NODES = 40;
  private static final String HOSTILE = "\"><img src=x onerror=\"document.title='hacked'\">";
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
  void shouldShowTheFleetAndChangeIt() throws Exception {
    LoopbackCluster cluster =
        LoopbackCluster.create(
            Installation.find(), Map.of("yarn.scheduler.maximum-allocation-mb", "1024"));
    try (LoneInstance ebb = LoneInstance.of(cluster)) {
      ebb.start();
      withFleet(
          cluster,
          NODES,
          List.of("--containers=1", "-Dmapreduce.job.name=" + HOSTILE),
          client -> {
            await()
                .atMost(LoneInstance.PATIENCE)
                .until(() -> client.getNodeReports(NodeState.RUNNING), WebPageIT::areAllBusy);
            expectToPass("browser", Map.of("EBB_URL", ebb.adminAddress()));
          });
    }
  }

  /** An idle node would leave at once. */
  private static boolean areAllBusy(List<NodeReport> nodes) {
    return nodes.size() == NODES && nodes.stream().allMatch(node -> node.getNumContainers() > 0);
  }

  @Test
  void shouldServeUsers(@TempDir Path who) throws Exception {
    LoopbackCluster cluster = LoopbackCluster.create(Installation.find(), Map.of());
    try (LoneInstance ebb = LoneInstance.of(cluster)) {
      Files.writeString(
          cluster.folder().conf().resolve("ebb.conf"), users(who), StandardOpenOption.APPEND);
      ebb.process().runWith(List.of("-Xmx1g"));
      ebb.process().start();
      await().atMost(LoneInstance.PATIENCE).until(ebb.process()::serves);
      withFleet(
          cluster,
          NODES,
          List.of("--interval=1000"),
          client -> {
            await()
                .atMost(LoneInstance.PATIENCE)
                .until(() -> client.getYarnClusterMetrics().getNumNodeManagers() == NODES);
            String url = ebb.adminAddress().replace("http:", "https:");
            expectToPass("access", Map.of("EBB_URL", url, "EBB_WHO", who.toString()));
          });
    }
  }

  /** Settings for an administrator and a reader with tokens, and an administrator with a key. */
  private static String users(Path who) throws Exception {
    Certificates made = new Certificates(who);
    made.selfSigned("ca", "CN=issuer", "-ext", "bc:c");
    made.selfSigned("rm", "CN=127.0.0.1");
    made.signedBy("ca", "bob", "CN=Bob Berg");
    made.certificate("bob");
    made.key("bob");
    Path users =
        Files.writeString(
            who.resolve("users"),
            """
            anna        admin   %s
            monitoring  reader  %s
            Bob Berg    admin   certificate
            """
                .formatted(token(who, "admin"), token(who, "reader")));
    return """
    ebb.http.users-file = "%s"
    ebb.http.tls { certificate = "%s", key = "%s", client-ca = "%s" }
    """
        .formatted(users, made.certificate("rm"), made.key("rm"), made.certificate("ca"));
  }

  /** Writes a token into a file of this name, and returns what a users file has of it. */
  private static String token(Path folder, String name) throws Exception {
    String token = "token-of-" + name;
    Files.writeString(folder.resolve(name), token);
    byte[] hash = MessageDigest.getInstance("SHA-256").digest(token.getBytes(UTF_8));
    return "sha256:" + HexFormat.of().formatHex(hash);
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

  private interface Check {
    void with(YarnClient client) throws Exception;
  }

  /**
   * Simulates nodes while the check runs.
   *
   * @param options of the simulation
   */
  private static void withFleet(
      LoopbackCluster cluster, int nodes, List<String> options, Check check) throws Exception {
    String conf = cluster.folder().conf().toString();
    List<String> words = new ArrayList<>(options);
    words.addAll(List.of("--conf", conf, "--nodes", String.valueOf(nodes)));
    Thread fleet =
        new Thread(
            () -> new CommandLine(new SimulateCommand()).execute(words.toArray(String[]::new)),
            "fleet");
    YarnConfiguration configuration = new YarnConfiguration();
    configuration.addResource(
        new org.apache.hadoop.fs.Path(Path.of(conf, "yarn-site.xml").toUri()));
    fleet.start();
    try (YarnClient client = YarnClient.createYarnClient()) {
      client.init(configuration);
      client.start();
      check.with(client);
    } finally {
      fleet.interrupt();
      fleet.join(Duration.ofSeconds(30).toMillis());
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
