package ebb.scenarios.journal;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.demo.client.DrainView;
import ebb.domain.NodeEvent.DecommissioningStarted;
import ebb.domain.NodeId;
import ebb.scenarios.BeatingNode;
import ebb.scenarios.EbbRun;
import ebb.scenarios.KilledCluster;
import ebb.scenarios.LoneInstance;
import ebb.scenarios.Written;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A single instance with its journal in a file becomes a cluster of three, and a single instance
 * again, and a drain continues throughout.
 */
@Tag("long")
class JournalMoveIT {
  private static final String HOST = "127.0.57.1";
  private static final Duration TWO_HOURS = Duration.ofHours(2);

  @Test
  void shouldGoOnWithADrainInAClusterAndBackInAFile() throws Exception {
    try (LoneInstance lone = LoneInstance.withFile();
        KilledCluster three = KilledCluster.prepare()) {
      Path folder = lone.data().resolve("journal");
      String database = three.database().createDatabase();
      three
          .instances()
          .forEach(
              each ->
                  three.files().configure(each.name(), "ebb.journal.url = \"" + database + "\"\n"));
      String empty = three.database().createDatabase();
      expectShown(withPassword(three, "create", "--journal", empty).out());
      expectShown(withPassword(three, "create", "--journal", empty).err());
      lone.start();
      BeatingNode node = lone.startNode(HOST);
      DrainView drain = lone.drain(node, TWO_HOURS);

      // not while it runs
      EbbRun refused = copy(three, folder.toString(), database);
      assertThat(refused.exitCode()).isEqualTo(1);
      assertThat(refused.err())
          .singleElement()
          .asString()
          .contains("The journal in " + folder + " is in use by another process");
      lone.stop();
      node.close();
      expectCopied(copy(three, folder.toString(), database));
      expectShown(copy(three, folder.toString(), database).err());

      three.startAll();
      try (BeatingNode same = BeatingNode.start(three.loopback(), HOST, true)) {
        expectDrain(drain, three, same);
        refused = copy(three, database, lone.data().resolve("elsewhere").toString());
        assertThat(refused.exitCode()).isEqualTo(1);
        assertThat(refused.err()).singleElement().asString().contains("Still running: instance rm");
        expectShown(List.of(withoutHost(refused.err().get(0))));
        three.instances().forEach(each -> each.process().terminate());
        three
            .instances()
            .forEach(
                each -> assertThat(each.process().awaitExit(KilledCluster.PATIENCE)).isPresent());
      }
      Files.move(folder.resolve("journal.db"), lone.data().resolve("journal-before.db"));
      expectCopied(copy(three, database, folder.toString()));

      lone.start();
      BeatingNode again = lone.startUnregistered(HOST);
      lone.awaitState(again, "DECOMMISSIONING");
      assertThat(lone.drainOf(again)).get().matches(drain::isSameAs);
      assertThat(again.mustShutDown()).isFalse();
      again.finishes();
      lone.awaitState(again, "DECOMMISSIONED");
      lone.stop();
      Written written = new Written(lone.cluster().journal());
      assertThat(written.events(DecommissioningStarted.class)).hasSize(1);
      assertThat(written.causes(List.of(again))).hasSize(1);
      assertThat(written.events(DecommissioningStarted.class).get(0).nodeId())
          .isEqualTo(new NodeId(HOST, again.id().port()));
    }
  }

  private static void expectDrain(DrainView drain, KilledCluster three, BeatingNode node)
      throws IOException {
    three.awaitHeartbeats(List.of(node));
    three.expectDrains(Map.of(node, drain));
    assertThat(node.mustShutDown()).isFalse();
  }

  private static void expectCopied(EbbRun run) throws IOException {
    assertThat(run.exitCode()).as(run.toString()).isZero();
    assertThat(run.out())
        .singleElement()
        .asString()
        .startsWith("Copied to ")
        .contains(" of 1 nodes");
    expectShown(run.out());
  }

  /** The pages show the same lines, but for numbers and places. */
  private static void expectShown(List<String> lines) throws IOException {
    String page = Files.readString(Path.of("..", "..", "docs", "commands.md"));
    assertThat(withoutNumbers(page))
        .contains(lines.stream().map(JournalMoveIT::withoutNumbers).toList());
  }

  private static String withoutHost(String line) {
    return line.replaceFirst(": [^ ,]+, process", ": rm1.example.com, process");
  }

  private static String withoutNumbers(String text) {
    return text.replaceAll("\\S*[\\d/]\\S*", "#");
  }

  private static EbbRun copy(KilledCluster three, String from, String to)
      throws IOException, InterruptedException {
    return withPassword(three, "copy", "--from", from, "--to", to);
  }

  private static EbbRun withPassword(KilledCluster three, String... arguments)
      throws IOException, InterruptedException {
    return EbbRun.of(
        three.loopback(),
        Stream.concat(Stream.of("journal"), Stream.of(arguments)).toList(),
        words -> EbbRun.withPasswordFile(three.loopback(), words));
  }
}
