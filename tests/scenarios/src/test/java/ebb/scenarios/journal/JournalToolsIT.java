package ebb.scenarios.journal;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.demo.client.DrainView;
import ebb.scenarios.BeatingNode;
import ebb.scenarios.EbbRun;
import ebb.scenarios.LoneInstance;
import ebb.scenarios.ShellCommands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The journal tools for the only instance, on a disk that fails them. */
@Tag("long")
@SuppressWarnings("NullAway.Init") // start() creates them
class JournalToolsIT {
  private static final int MEGABYTES = 64;
  private static final Duration TWO_HOURS = Duration.ofHours(2);

  private LoneInstance instance;
  private BeatingNode draining;
  private DrainView drain;
  private Optional<TemporaryDisk> disk = Optional.empty();

  @BeforeEach
  void prepare() {
    instance = LoneInstance.withFile();
  }

  private void start() throws IOException {
    instance.start();
    draining = instance.startNode("127.0.58.1");
    drain = instance.drain(draining, TWO_HOURS);
  }

  @AfterEach
  void close() {
    instance.endProcesses();
    disk.ifPresent(TemporaryDisk::close);
    instance.close();
  }

  /** There is no copy, and the instance does not notice. */
  @Test
  void shouldLeaveNoBackupWhereThereIsNoRoom() throws Exception {
    start();
    Path folder = Files.createDirectory(instance.cluster().folder().root().resolve("backups"));
    TemporaryDisk small = TemporaryDisk.at(folder, 1);
    disk = Optional.of(small);
    small.fill();

    Path copy = folder.resolve("backup.db");
    expectRefused("Cannot copy ", "backup", copy.toString());
    assertThat(filesIn(folder)).containsExactly("filler");
    assertThat(instance.process().adminApi().isReady()).isTrue();

    small.clear();
    assertThat(journal("backup", copy.toString()).exitCode()).isZero();
    assertThat(filesIn(folder)).containsExactly("backup.db");
  }

  /** The existing file stays as it is. */
  @Test
  void shouldChangeNothingWhereThereIsNoRoomToRestore() throws Exception {
    TemporaryDisk small = TemporaryDisk.at(instance.data(), MEGABYTES);
    disk = Optional.of(small);
    start();
    Path copy = instance.cluster().folder().root().resolve("backup.db");
    assertThat(journal("backup", copy.toString()).exitCode()).isZero();
    instance.stop();
    List<String> before = filesIn(journalFolder());
    small.fill();

    expectRefused("nothing was changed", "restore", copy.toString());
    assertThat(filesIn(journalFolder())).containsAll(before).doesNotContain("journal.db.new");

    small.clear();
    expectToGoOn();
  }

  /** As somebody may set it to protect the file. */
  @Test
  void shouldNotStartOnAFileThatCannotBeWritten() throws Exception {
    disk = Optional.of(TemporaryDisk.at(instance.data(), MEGABYTES));
    start();
    instance.stop();
    Path file = journalFolder().resolve("journal.db");
    ShellCommands.run("mount", "--bind", file.toString(), file.toString());
    try {
      ShellCommands.run("mount", "-o", "remount,bind,ro", file.toString());
      EbbRun refused = instance.startOn(instance.data());
      assertThat(refused.exitCode()).as(refused.toString()).isEqualTo(1);
      assertThat(refused.reasons())
          .singleElement()
          .asString()
          .contains("Cannot use the journal " + file)
          .contains("readonly");
      assertThat(journal("check").exitCode()).isZero();
    } finally {
      ShellCommands.run("umount", file.toString());
    }
    expectToGoOn();
  }

  /** Without its log, and without a memory of what it had. */
  @Test
  void shouldNotStartOnAFileThatWasCopiedWhileItWasInUse() throws Exception {
    start();
    Path copied = Files.createDirectories(instance.cluster().folder().root().resolve("copied"));
    Path folder = Files.createDirectory(copied.resolve("journal"));
    ShellCommands.run(
        "cp", journalFolder().resolve("journal.db").toString(), folder.resolve("journal.db") + "");

    EbbRun refused = instance.startOn(copied);
    assertThat(refused.exitCode()).as(refused.toString()).isEqualTo(1);
    assertThat(refused.reasons())
        .singleElement()
        .asString()
        .contains(folder + "/journal.db may be incomplete")
        .contains("'ebb journal backup'");
  }

  private void expectToGoOn() throws IOException {
    instance.start();
    instance.awaitState(draining, "DECOMMISSIONING");
    assertThat(instance.drainOf(draining)).get().matches(drain::isSameAs);
  }

  private void expectRefused(String what, String command, String file) throws Exception {
    EbbRun run = journal(command, file);
    assertThat(run.exitCode()).as(run.toString()).isEqualTo(1);
    assertThat(run.err()).singleElement().asString().contains(what).containsIgnoringCase("full");
  }

  private EbbRun journal(String command, String... more) throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(List.of("journal", command));
    words.addAll(List.of(more));
    words.addAll(List.of("--journal", journalFolder().toString()));
    return EbbRun.of(instance.cluster(), words);
  }

  private Path journalFolder() {
    return instance.data().resolve("journal");
  }

  private static List<String> filesIn(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }
}
