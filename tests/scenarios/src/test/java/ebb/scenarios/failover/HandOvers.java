package ebb.scenarios.failover;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.demo.client.DrainView;
import ebb.demo.cluster.ResourceManagerProcess;
import ebb.scenarios.BeatingNode;
import ebb.scenarios.EbbRun;
import ebb.scenarios.KilledCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Instances of a cluster that end as planned, and deadlines that pass meanwhile. */
final class HandOvers {
  private final KilledCluster cluster;

  HandOvers(KilledCluster cluster) {
    this.cluster = cluster;
  }

  /** Gives draining nodes an acknowledged deadline that is this near, to the second. */
  void endWithin(List<BeatingNode> nodes, Duration time) throws IOException {
    for (BeatingNode node : nodes) {
      DrainView drain = Optional.ofNullable(cluster.drains(List.of(node)).get(node)).orElseThrow();
      Duration running = Duration.between(drain.startedAt(), Instant.now());
      Duration timeout = Duration.ofSeconds(running.plus(time).toSeconds());
      cluster.changeTimeout(node, drain, timeout);
    }
  }

  /**
   * Tells an instance, through another one, to leave with {@code ebb leave}. Returns when the
   * command and the instance's process have ended.
   *
   * @return the exit code of the instance
   */
  int leave(ResourceManagerProcess instance) throws IOException, InterruptedException {
    cluster.book().handsOver();
    instance.process().mayEnd();
    EbbRun leave =
        EbbRun.of(
            cluster.loopback(),
            List.of(
                "leave",
                "--instance",
                instance.name(),
                "--reason",
                "new kernel",
                "--rm",
                addressesWithout(instance)));
    assertThat(leave.err()).isEmpty();
    assertThat(leave.exitCode()).isZero();
    assertThat(leave.out())
        .hasSize(2)
        .last()
        .isEqualTo("%s has left; %s leads.".formatted(instance.name(), cluster.leader().name()));
    int exitCode = awaitExit(instance);
    Path log = cluster.loopback().folder().data().resolve(instance.name()).resolve("logs/ebb.log");
    assertThat(Files.readString(log))
        .containsPattern(
            "This instance is leaving, as requested by "
                + System.getProperty("user.name")
                + " from 127\\.0\\.0\\.1 \\(unverified\\) through rm\\d: new kernel");
    return exitCode;
  }

  private String addressesWithout(ResourceManagerProcess instance) {
    return cluster.instances().stream()
        .filter(each -> each != instance)
        .map(each -> each.adminApi().address())
        .collect(Collectors.joining(","));
  }

  /**
   * Sends SIGTERM and returns when the process has ended.
   *
   * @return its exit code
   */
  int terminate(ResourceManagerProcess instance) {
    cluster.book().handsOver();
    instance.process().terminate();
    return awaitExit(instance);
  }

  private static int awaitExit(ResourceManagerProcess instance) {
    return instance.process().awaitExit(KilledCluster.PATIENCE).orElseThrow();
  }
}
