package ebb.scenarios.security;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.scenarios.EbbRun;
import ebb.scenarios.LoneInstance;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What other users of the machine can read, whatever the shell's umask. */
@Tag("long")
class OtherUsersIT {
  private static final Duration TWO_HOURS = Duration.ofHours(2);

  private static final Set<PosixFilePermission> OWNERS =
      PosixFilePermissions.fromString("rwx------");

  private LoneInstance instance;

  @BeforeEach
  void prepare() {
    instance = LoneInstance.withFile();
  }

  @AfterEach
  void close() {
    instance.endProcesses();
    instance.close();
  }

  /** The code ensures it, however Ebb is started. */
  @Test
  void shouldLeaveNothingWithinTheirReach() throws Exception {
    setMode(instance.data(), "rwxrwxrwx");
    Path earlier = Files.createDirectory(instance.data().resolve("applications"));
    setMode(Files.writeString(earlier.resolve("token"), "x"), "rw-rw-rw-");
    instance.process().startBy(OtherUsersIT::withOpenUmask);

    run();

    assertThat(withinReach(instance.data())).isEmpty();
    assertThat(open(instance.data().resolve("journal"))).isEmpty();
    assertThat(open(earlier)).isEmpty();
    assertThat(instance.logged("Other users could reach " + instance.data())).hasSize(1);

    Path copy = instance.cluster().folder().root().resolve("copy.db");
    ebb("journal", "backup", copy.toString());
    assertThat(mode(copy)).isEqualTo("rw-------");
    instance.stop();
    setMode(copy, "rw-rw-rw-");
    ebb("journal", "restore", copy.toString());
    assertThat(open(instance.data().resolve("journal"))).isEmpty();

    instance.start();
    assertThat(open(instance.data().resolve("journal"))).isEmpty();
    assertThat(withinReach(instance.data())).isEmpty();
    assertThat(instance.logged("Other users could reach")).hasSize(1);
  }

  /** Nor is there a file that they could read if it were moved out of the folder. */
  @Test
  void shouldMakeNothingOpenWhenStartedByTheLauncher() throws Exception {
    Launcher launcher = Launcher.install(instance.cluster());
    instance.process().startBy(java -> withOpenUmask(launcher.command(java)));
    setMode(instance.data(), "rwx------");

    run();

    assertThat(open(instance.data())).isEmpty();
    assertThat(instance.data().resolve("logs/ebb.log")).exists();
    assertThat(instance.logged("Other users")).isEmpty();
  }

  private void run() throws IOException {
    instance.start();
    instance.drain(instance.startNode("127.0.54.1"), TWO_HOURS);
  }

  private void ebb(String... words) throws IOException, InterruptedException {
    List<String> all = new ArrayList<>(List.of(words));
    all.addAll(List.of("--journal", instance.data().resolve("journal").toString()));
    EbbRun run = EbbRun.of(instance.cluster(), all, OtherUsersIT::withOpenUmask);
    assertThat(run.exitCode()).as(run.toString()).isZero();
  }

  private static List<String> withOpenUmask(List<String> command) {
    List<String> words = new ArrayList<>(List.of("sh", "-c", "umask 000; exec \"$0\" \"$@\""));
    words.addAll(command);
    return words;
  }

  /** Files and folders whose mode gives others any right, at any depth. */
  private static List<String> open(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(path -> !Files.isSymbolicLink(path) && isOpen(path))
          .map(path -> mode(path) + " " + path)
          .toList();
    }
  }

  /** As another user could reach them: no user enters a folder without the right to. */
  private static List<String> withinReach(Path folder) throws IOException {
    List<String> found = new ArrayList<>();
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path each, BasicFileAttributes attributes) {
            if (!isOpen(each)) {
              return FileVisitResult.SKIP_SUBTREE;
            }
            found.add(mode(each) + " " + each);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path each, BasicFileAttributes attributes) {
            if (isOpen(each)) {
              found.add(mode(each) + " " + each);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return found;
  }

  private static boolean isOpen(Path path) {
    return !OWNERS.containsAll(permissions(path));
  }

  private static String mode(Path path) {
    return PosixFilePermissions.toString(permissions(path));
  }

  private static Set<PosixFilePermission> permissions(Path path) {
    try {
      return Files.getPosixFilePermissions(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void setMode(Path path, String mode) throws IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
  }
}
