package ebb.compatibility;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.demo.cluster.Installation;
import ebb.demo.cluster.LoopbackCluster;
import ebb.demo.cluster.MapReduceJob;
import ebb.demo.process.FolderProcesses;
import ebb.scenarios.EbbRun;
import ebb.scenarios.security.Launcher;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A newer Java than the one for which Ebb is built. */
class OtherJavaIT {
  /** Ebb, three NodeManagers, the job's client, its application master and six maps. */
  private static final int JVMS = 12;

  @ParameterizedTest
  @ValueSource(ints = 25)
  void shouldDrainWithEbbAloneOnANewerJava(int release) throws Exception {
    OtherJava java = OtherJava.assume(release);
    try (var cluster = LoopbackCluster.create(Installation.find(), Map.of())) {
      cluster.resourceManager().startBy(java.runner());
      DrainsDuringJob drains = DrainsDuringJob.start(cluster);
      ProcessHandle ebb = ProcessHandle.of(cluster.resourceManager().process().pid()).orElseThrow();
      assertThat(ebb.info().command()).contains(java.command());

      drains.run(drains.submitJob());
    }
  }

  /** Ebb with its launcher and class archive, and its commands. */
  @ParameterizedTest
  @ValueSource(ints = 25)
  void shouldDrainWithAllOnANewerJava(int release) throws Exception {
    OtherJava java = OtherJava.assume(release);
    Installation installation = Installation.find().withJava(java.home());
    try (var cluster = LoopbackCluster.create(installation, Map.of())) {
      Launcher launcher = Launcher.install(cluster);
      String conf = cluster.folder().conf().toString();
      ebb(java, cluster, launcher, "archive-classes");
      ebb(java, cluster, launcher, "config", "check", "--conf", conf);
      cluster.resourceManager().startBy(launcher::command);
      DrainsDuringJob drains = DrainsDuringJob.start(cluster);
      MapReduceJob job = drains.submitJob();
      assertThat(programs(cluster)).hasSizeGreaterThanOrEqualTo(JVMS).containsOnly(java.command());

      drains.run(job);

      String rm = cluster.adminApi().address();
      assertThat(ebb(java, cluster, launcher, "nodes", "--rm", rm).out())
          .anyMatch(line -> line.contains("left, work done"))
          .anyMatch(line -> line.contains("left at deadline"));
      drains.drainLast();
    }
  }

  /** Runs a command on the newer Java, to its end. */
  private static EbbRun ebb(
      OtherJava java, LoopbackCluster cluster, Launcher launcher, String... arguments)
      throws Exception {
    String cache = "XDG_CACHE_HOME=" + cluster.folder().tmp();
    EbbRun run =
        EbbRun.of(
            cluster,
            List.of(arguments),
            words -> {
              var all = new ArrayList<>(List.of("env", "JAVA_HOME=" + java.home(), cache));
              all.addAll(launcher.command(words));
              return all;
            });
    assertThat(run.exitCode()).as(run.toString()).isZero();
    return run;
  }

  private static List<String> programs(LoopbackCluster cluster) {
    return FolderProcesses.of(cluster.folder().root()).stream()
        .flatMap(process -> process.info().command().stream())
        .filter(program -> program.endsWith("/java"))
        .toList();
  }
}
