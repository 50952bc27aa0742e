package ebb.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.demo.client.DrainView;
import ebb.demo.cluster.Installation;
import ebb.demo.cluster.LoopbackCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Others write the plain exclude file that an operator edits with {@code ebb drain}: configuration
 * management, a cluster manager that refreshes, a host with last week's copy.
 */
@Tag("long")
class ExcludeListsIT {
  private static final String HOST = "127.0.56.1";
  private static final String EXCLUDE_PATH = "yarn.resourcemanager.nodes.exclude-path";

  @TempDir Path folder;
  private Path file;
  private LoneInstance instance;

  @BeforeEach
  void make() throws IOException {
    file = Files.writeString(folder.resolve("exclude"), "# nobody\n");
    instance =
        LoneInstance.of(
            LoopbackCluster.create(Installation.find(), Map.of(EXCLUDE_PATH, file.toString())));
  }

  @AfterEach
  void end() {
    instance.endProcesses();
    instance.close();
  }

  /** Configuration management restores the former file at every recommission. */
  @Test
  void shouldTakeAFileThatReturnsButNoCopyThatIsOlderThanTheListsInForce() throws Exception {
    // given a drain whose timeout plain text cannot hold
    instance.start();
    BeatingNode node = instance.startNode(HOST);
    Path stale = Files.writeString(folder.resolve("stale"), "# nobody\n");
    drains(node, "2h");
    assertThat(Files.readString(file)).isEqualTo("# nobody\n" + HOST + "\n");

    // when the file is as it was, and says that it is of last year
    putBack("# nobody\n");
    assertOk(ebb("refresh-nodes", "-g"));
    // then
    instance.awaitState(node, "RUNNING");

    // when that comes again, and the operator recommissions after it
    drains(node, "90m");
    putBack("# nobody\n");
    EbbRun recommission = ebb("recommission", HOST);
    // then
    assertOk(recommission);
    instance.awaitState(node, "RUNNING");

    // when nobody has excluded the host, or there is no such host
    EbbRun again = ebb("recommission", HOST);
    assertOk(again);
    assertThat(again.err()).contains("note: " + HOST + " was not in the exclude list");
    for (String command : List.of("drain", "recommission")) {
      EbbRun typo = ebb(command, "127.0.56.100");
      assertThat(typo.exitCode()).isEqualTo(1);
      assertThat(typo.err()).singleElement().asString().contains("unknown-host", "--allow-unknown");
    }

    // when Ebb starts on a host with an older copy
    drains(node, "2h");
    DrainView drain = instance.drainOf(node).orElseThrow();
    instance.kill();
    Path site = instance.cluster().folder().conf().resolve("yarn-site.xml");
    Files.writeString(site, Files.readString(site).replace(">" + file + "<", ">" + stale + "<"));
    instance.start();
    // then it is refused, whoever asks, and the drain goes on
    for (List<String> command :
        List.of(
            List.of("refresh-nodes", "-g"),
            List.of("refresh-nodes"),
            List.of("recommission", HOST))) {
      EbbRun refused = ebb(command.toArray(String[]::new));
      assertThat(refused.exitCode()).isEqualTo(1);
      assertThat(refused.err()).last().asString().contains("older-lists", "was written before");
    }
    assertThat(instance.drainOf(node).orElseThrow().isSameAs(drain)).isTrue();
    // when somebody writes it there
    Files.writeString(stale, "# nobody\n");
    assertOk(ebb("refresh-nodes", "-g"));
    instance.awaitState(node, "RUNNING");
  }

  /**
   * With ebb.protect-drains = on, Ambari's refresh ends no drain, and its file lets no host back
   * in.
   */
  @Test
  void shouldProtectDrainsFromSomebodyElsesRefresh() throws Exception {
    instance.process().runWith(List.of("-Debb.protect-drains=on"));
    instance.start();
    BeatingNode node = instance.startNode(HOST);
    drains(node, "2h");
    DrainView drain = instance.drainOf(node).orElseThrow();

    // when somebody else refreshes, first with the same file, then with his own
    rmAdminRefreshes();
    putBack("# nobody\n");
    rmAdminRefreshes();
    instance.kill();
    instance.start();
    rmAdminRefreshes();
    EbbRun refresh = ebb("refresh-nodes");

    // then
    assertOk(refresh);
    assertThat(refresh.err())
        .contains(
            "warning: The exclude file lacks "
                + HOST
                + ", which ebb.protect-drains keeps excluded; 'ebb recommission' puts them back");
    assertThat(instance.drainOf(node).orElseThrow().isSameAs(drain)).isTrue();
    assertThat(ebb("lists").out())
        .last()
        .asString()
        .startsWith(HOST)
        .contains("2h", "not in the file, kept (ebb.protect-drains); by ");

    // when
    assertOk(ebb("recommission", HOST));
    // then
    instance.awaitState(node, "RUNNING");
    assertThat(ebb("lists").out()).contains("No host is excluded.");
  }

  private void drains(BeatingNode node, String timeout) throws Exception {
    assertOk(ebb("drain", HOST, "--yes", "--timeout", timeout));
    instance.awaitState(node, "DECOMMISSIONING");
    DrainView drain = instance.drainOf(node).orElseThrow();
    assertThat(Duration.between(Instant.now(), drain.deadline().orElseThrow()))
        .isBetween(Duration.ofMinutes(80), Duration.ofHours(2));
  }

  /** As {@code rsync -t} does. */
  private void putBack(String content) throws IOException {
    Path next = Files.writeString(folder.resolve("next"), content);
    Files.setLastModifiedTime(next, FileTime.from(Instant.parse("2025-01-01T00:00:00Z")));
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
  }

  private void rmAdminRefreshes() {
    var answer = instance.cluster().rmAdmin().run(List.of("-refreshNodes"));
    assertThat(answer.exitCode()).as(answer.output()).isZero();
  }

  private EbbRun ebb(String... words) throws IOException, InterruptedException {
    List<String> arguments = new ArrayList<>(List.of(words));
    arguments.addAll(List.of("--rm", instance.adminAddress()));
    return EbbRun.of(instance.cluster(), arguments);
  }

  private static void assertOk(EbbRun run) {
    assertThat(run.exitCode()).as(String.join("\n", run.err())).isZero();
  }
}
