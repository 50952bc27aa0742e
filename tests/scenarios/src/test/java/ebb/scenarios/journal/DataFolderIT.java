package ebb.scenarios.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ebb.demo.client.DrainView;
import ebb.demo.process.ManagedProcess;
import ebb.scenarios.BeatingNode;
import ebb.scenarios.EbbRun;
import ebb.scenarios.LoneInstance;
import ebb.scenarios.ShellCommands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Damage to the data folder of the only instance while it runs. */
@Tag("long")
class DataFolderIT extends DiskFixture {
  private static final int MEGABYTES = 64;
  private static final int LOG_MEGABYTES = 1;
  private static final Duration TWO_HOURS = Duration.ofHours(2);
  private static final Duration NOTICED = Duration.ofSeconds(10);

  /** Everything that it would still write would be lost with the process, so it ends at once. */
  @Test
  void shouldEndWhenItsFolderIsRemoved() throws Exception {
    instance.start();
    instance.startNode("127.0.54.1");
    ManagedProcess process = instance.process().process();
    process.mayEnd();

    ShellCommands.run("rm", "-rf", instance.data().toString());
    Instant removed = Instant.now();

    OptionalInt exitCode = process.awaitExit(LoneInstance.PATIENCE);
    Duration took = Duration.between(removed, Instant.now());
    System.out.println("removed folder: ended after " + took.toMillis() + " ms");
    assertThat(exitCode).hasValue(1);
    assertThat(took).isLessThan(NOTICED);
    assertThat(Files.readAllLines(process.log()))
        .filteredOn(line -> line.contains("was removed while it was in use"))
        .singleElement()
        .asString()
        .contains("this instance has ended: ")
        .contains("journal restore");
    assertThat(instance.startOn(instance.data()).reasons())
        .singleElement()
        .asString()
        .contains("There is no journal at ");
  }

  /** It acknowledges nothing, reports that, and later starts with all that it has acknowledged. */
  @Test
  void shouldWriteNothingToADiskThatTurnedReadOnly() throws Exception {
    TemporaryDisk ext4 = TemporaryDisk.withExt4(instance.data(), MEGABYTES);
    disk = Optional.of(ext4);
    instance.start();
    BeatingNode serving = instance.startNode("127.0.54.1");
    BeatingNode draining = instance.startNode("127.0.54.2");
    DrainView drain = instance.drain(draining, TWO_HOURS);

    ext4.fail();

    await().atMost(NOTICED).untilAsserted(this::expectUnready);
    assertThatThrownBy(instance::refresh).isInstanceOf(IOException.class);
    int beats = serving.heartbeats();
    await().atMost(LoneInstance.PATIENCE).until(() -> serving.heartbeats() > beats);

    instance.stop();
    EbbRun refused = instance.startOn(instance.data());
    assertThat(refused.exitCode()).isEqualTo(1);
    assertThat(refused.reasons()).singleElement().asString().contains("Read-only file system");

    ext4.mountAgain();
    instance.start();
    instance.awaitState(draining, "DECOMMISSIONING");
    assertThat(instance.drainOf(draining)).get().matches(drain::isSameAs);
    instance.awaitState(serving, "RUNNING");
  }

  /** A log is worth less than the service. */
  @Test
  void shouldServeOnWithoutRoomForItsLog() throws Exception {
    Path logs = Files.createDirectories(instance.data().resolve("logs"));
    TemporaryDisk small = TemporaryDisk.at(logs, LOG_MEGABYTES);
    disk = Optional.of(small);
    instance.start();

    small.fill();
    BeatingNode node = instance.startNode("127.0.54.1");
    DrainView drain = instance.drain(node, TWO_HOURS);
    assertThat(instance.process().adminApi().isReady()).isTrue();

    small.clear();
    Instant cleared = Instant.now();
    await()
        .atMost(LoneInstance.PATIENCE)
        .until(
            () -> {
              instance.refresh();
              return !loggedSince(cleared).isEmpty();
            });
    System.out.println(
        "full log: logs after " + Duration.between(cleared, Instant.now()).toMillis() + " ms");
    assertThat(instance.drainOf(node)).get().matches(drain::isSameAs);
  }

  /** A supervisor may retry as often as it likes. */
  @Test
  void shouldSayInOneLineThatThereIsNoRoomToStart() throws Exception {
    TemporaryDisk small = TemporaryDisk.at(instance.data(), MEGABYTES);
    disk = Optional.of(small);
    instance.start();
    BeatingNode draining = instance.startNode("127.0.53.2");
    DrainView drain = instance.drain(draining, TWO_HOURS);
    instance.kill();
    // A start would remove this, and so make room.
    ShellCommands.run("rm", "-rf", instance.data().resolve("journal/native").toString());
    ShellCommands.run("rm", "-rf", instance.data().resolve("tmp").toString());
    small.fill();

    EbbRun refused = instance.startOn(instance.data());
    assertThat(refused.exitCode()).as(refused.toString()).isEqualTo(1);
    assertThat(refused.reasons())
        .singleElement()
        .asString()
        .contains(instance.data().toString())
        .contains("where 0 bytes are free; make room there");

    small.clear();
    instance.start();
    instance.awaitState(draining, "DECOMMISSIONING");
    assertThat(instance.drainOf(draining)).get().matches(drain::isSameAs);
  }

  /** What a disk may leave of a file that was not synced. Hadoop's own message is of no use. */
  @Test
  void shouldNameTheFileOfHadoopThatIsDamaged() throws Exception {
    Path attributes = Files.createDirectories(instance.data().resolve("node-attributes"));
    Files.createFile(attributes.resolve("nodeattribute.mirror"));
    EbbRun refused = instance.startOn(instance.data());
    assertThat(refused.exitCode()).isEqualTo(1);
    assertThat(refused.reasons())
        .singleElement()
        .asString()
        .contains("what Hadoop keeps in ")
        .contains("node-attributes is damaged");
  }

  private List<String> loggedSince(Instant start) throws IOException {
    return instance.logged("Z ").stream()
        .filter(line -> line.compareTo(start.toString()) > 0 && line.startsWith("20"))
        .toList();
  }

  private void expectUnready() {
    assertThatThrownBy(() -> instance.process().adminApi().warnings())
        .hasMessageContaining("503")
        .hasMessageContaining("the journal cannot be written");
  }
}
