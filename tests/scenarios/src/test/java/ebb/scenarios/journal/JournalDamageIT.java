package ebb.scenarios.journal;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ebb.demo.client.DrainView;
import ebb.demo.cluster.ExcludedHost;
import ebb.scenarios.BeatingNode;
import ebb.scenarios.EbbRun;
import ebb.scenarios.LoneInstance;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The only instance's journal is damaged while the instance is down. It starts with all that it has
 * acknowledged, or says in one line why it does not.
 */
@Tag("long")
class JournalDamageIT {
  private static final Duration TWO_HOURS = Duration.ofHours(2);

  /** The remedy for a damaged file. */
  private static final String RESTORE = "restore a backup with 'ebb journal restore'";

  /** The remedy for a file that lacks something. */
  private static final String GO_ON = "restore a copy that has it, or remove ";

  private static LoneInstance instance;
  private static BeatingNode draining;

  /** Excluded in a list that no refresh has read. */
  private static BeatingNode listed;

  private static DrainView drain;

  /** Data folder after an orderly stop, and */
  private static Path stopped;

  /** after SIGKILL. */
  private static Path killed;

  /** A copy of the journal that lacks the last nodes. */
  private static Path backup;

  private static int copies;

  @BeforeAll
  static void prepare() throws Exception {
    instance = LoneInstance.withFile();
    instance.start();
    draining = instance.startNode("127.0.51.1");
    listed = instance.startNode("127.0.51.2");
    drain = instance.drain(draining, TWO_HOURS);
    instance
        .cluster()
        .excludeFile()
        .write(
            List.of(
                ExcludedHost.within(draining.id().host(), TWO_HOURS),
                ExcludedHost.of(listed.id().host())));

    backup = instance.cluster().folder().root().resolve("backup.db");
    EbbRun made = journal(instance.data(), "backup", backup.toString());
    assertThat(made.exitCode()).as(made.toString()).isZero();
    instance.startNode("127.0.51.3");
    instance.stop();
    stopped = copyOf(instance.data());

    // Undamaged, it starts and continues as if nothing had happened.
    instance.start();
    expectNothingHasChanged();
    instance.startNode("127.0.51.4");
    instance.kill();
    killed = copyOf(instance.data());
  }

  @AfterAll
  static void close() {
    instance.close();
  }

  private static void expectNothingHasChanged() {
    await()
        .atMost(LoneInstance.PATIENCE)
        .ignoreExceptionsInstanceOf(IOException.class)
        .untilAsserted(
            () -> {
              assertThat(instance.view(draining).orElseThrow().state())
                  .isEqualTo("DECOMMISSIONING");
              assertThat(instance.drainOf(draining)).get().matches(drain::isSameAs);
              assertThat(instance.view(listed).orElseThrow().state()).isEqualTo("RUNNING");
            });
    assertThat(draining.mustShutDown()).isFalse();
    assertThat(listed.mustShutDown()).isFalse();
  }

  @Test
  void shouldRefuseAFileWithoutItsLastByte() throws Exception {
    Path data = copyOf(stopped);
    cut(file(data), Files.size(file(data)) - 1);
    expectRefused(data, "journal.db is damaged: it has ", RESTORE);
  }

  @Test
  void shouldRefuseHalfAFile() throws Exception {
    Path data = copyOf(stopped);
    cut(file(data), Files.size(file(data)) / 2);
    expectRefused(data, "journal.db is damaged: ", RESTORE);
  }

  @Test
  void shouldRefuseAnEmptyFile() throws Exception {
    Path data = copyOf(stopped);
    cut(file(data), 0);
    expectRefused(data, "journal.db is damaged: it is empty", RESTORE);
    assertThat(file(data)).isEmptyFile();
  }

  @Test
  void shouldRefuseToStartWithoutTheFile() throws Exception {
    Path data = copyOf(stopped);
    Files.delete(file(data));
    expectRefused(
        data, "journal.db is gone: it had write ", "bring it back or restore a backup, or start");
    assertThat(file(data)).doesNotExist();
  }

  @Test
  void shouldRefuseAnEventThatHasChanged() throws Exception {
    Path data = copyOf(stopped);
    // SQLite leaves copies of pages that it has moved, so this changes all copies.
    String healthy = "\"healthy\":true";
    String text = Files.readString(file(data), ISO_8859_1);
    assertThat(text).contains(healthy);
    Files.writeString(file(data), text.replace(healthy, "\"healthy\":trve"), ISO_8859_1);
    expectRefused(data, "of RMNode|127.0.51.", "not as it was written");
    EbbRun history =
        EbbRun.of(
            instance.cluster(),
            List.of("history", "--journal", data.resolve("journal").toString()));
    assertThat(history.exitCode()).isEqualTo(1);
    assertThat(history.err()).anyMatch(line -> line.contains("not as it was written"));
  }

  @Test
  void shouldRefuseHalfALogAfterAKill() throws Exception {
    Path data = copyOf(killed);
    cut(log(data), Files.size(log(data)) / 2);
    expectRefused(data, "lacks write ", GO_ON);
  }

  @Test
  void shouldRefuseAFileWithoutItsLogAfterAKill() throws Exception {
    Path data = copyOf(killed);
    Files.delete(log(data));
    Files.deleteIfExists(file(data).resolveSibling("journal.db-shm"));
    expectRefused(data, "lacks write ", GO_ON);
  }

  @Test
  void shouldRefuseToStartInAnEmptyFolder() throws Exception {
    Path data = Files.createDirectory(next());
    expectShown(expectRefused(data, "There is no journal at ", "--new-journal"), data);
    assertThat(file(data)).doesNotExist();
  }

  @Test
  void shouldRefuseToMakeAJournalWhereOneIs() throws Exception {
    Path data = copyOf(stopped);
    byte[] before = Files.readAllBytes(file(data));
    EbbRun run =
        expectRefused(
            data, "A journal already exists at ", "start without --new-journal", "--new-journal");
    expectShown(run, data);
    assertThat(file(data)).hasBinaryContent(before);
  }

  /** Only 'ebb journal restore' makes Ebb accept an older copy, and it reports what is lost. */
  @Test
  void shouldStartWithAnOlderCopyOnlyIfItWasRestored() throws Exception {
    Path data = copyOf(stopped);
    Files.copy(backup, file(data), StandardCopyOption.REPLACE_EXISTING);
    expectRefused(data, "lacks write ", GO_ON);

    EbbRun check = journal(data, "check");
    assertThat(check.exitCode()).isEqualTo(1);
    assertThat(check.err()).singleElement().asString().contains("lacks write ");

    EbbRun restored = journal(data, "restore", backup.toString());
    assertThat(restored.exitCode()).as(restored.toString()).isZero();
    assertThat(restored.out())
        .anyMatch(line -> line.startsWith("Lost: ") && line.contains("lacks write "))
        .anyMatch(line -> line.startsWith("The replaced files are in "));

    // It knows everything about the drain.
    Path used = instance.data();
    Files.move(used, next());
    Files.move(data, used);
    instance.start();
    expectNothingHasChanged();
    instance.kill();
  }

  private static void expectShown(EbbRun run, Path data) throws IOException {
    assertThat(Files.readString(Path.of("..", "..", "docs", "commands.md")))
        .contains(run.reasons().get(0).replace(data.toString(), "/var/lib/ebb"));
  }

  private static EbbRun expectRefused(Path data, String what, String advice, String... options)
      throws IOException, InterruptedException {
    EbbRun run = instance.startOn(data, options);
    assertThat(run.exitCode()).as(run.toString()).isEqualTo(1);
    assertThat(run.reasons())
        .singleElement()
        .asString()
        .contains(what)
        .contains(advice)
        .contains(data.toString());
    assertThat(run.out()).isEmpty();
    return run;
  }

  private static EbbRun journal(Path data, String command, String... more)
      throws IOException, InterruptedException {
    List<String> words =
        Stream.concat(
                Stream.of("journal", command, "--journal", data.resolve("journal").toString()),
                Stream.of(more))
            .toList();
    return EbbRun.of(instance.cluster(), words);
  }

  private static Path next() {
    copies++;
    return instance.cluster().folder().root().resolve("data-" + copies);
  }

  private static Path copyOf(Path folder) throws IOException {
    Path target = next();
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path each : all.toList()) {
        Files.copy(each, target.resolve(folder.relativize(each).toString()));
      }
    }
    return target;
  }

  private static Path file(Path data) {
    return data.resolve("journal/journal.db");
  }

  private static Path log(Path data) {
    return data.resolve("journal/journal.db-wal");
  }

  private static void cut(Path file, long length) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.truncate(length);
    }
  }
}
