package ebb.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The exclude file on a real disk, with real threads and processes. */
class ExcludeFileTest {
  @TempDir Path folder;
  Path file;

  @BeforeEach
  void makeFile() throws Exception {
    file = Files.writeString(folder.resolve("exclude"), "# mine\nh1\n");
  }

  @Test
  void shouldReplaceTheFileAndKeepItsPermissions() throws Exception {
    // given
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-r--"));
    // when
    ExcludeFile.edit(file, add(file, "h2"));
    // then
    assertThat(file).hasContent("# mine\nh1\nh2\n");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-rw-r--");
    assertThat(names(folder)).containsExactlyInAnyOrder("exclude", ".exclude.lock");
  }

  @Test
  void shouldKeepOwnerAndGroup() throws Exception {
    // given a file that is not root's, where the test may say so
    boolean root = "root".equals(System.getProperty("user.name"));
    if (root) {
      Files.setAttribute(file, "unix:uid", 12345);
      Files.setAttribute(file, "unix:gid", 54321);
    }
    Object owner = Files.getAttribute(file, "unix:uid");
    Object group = Files.getAttribute(file, "unix:gid");
    // when
    ExcludeFile.edit(file, add(file, "h2"));
    // then
    assertThat(Files.getAttribute(file, "unix:uid")).isEqualTo(owner);
    assertThat(Files.getAttribute(file, "unix:gid")).isEqualTo(group);
  }

  @Test
  void shouldNotTouchAFileThatSaysItAlready() throws Exception {
    Object before = Files.getAttribute(file, "unix:ino");

    ExcludeFile.edit(file, add(file, "h1"));

    assertThat(Files.getAttribute(file, "unix:ino")).isEqualTo(before);
  }

  @Test
  void shouldRefuseAChangeThatWasMadeForAnotherFile() throws Exception {
    // given
    ListEdit edit = add(file, "h2");
    Files.writeString(file, "# mine\nh1\nh9\n");
    // when, then
    assertRefused(file, edit, EditRejection.LISTS_CHANGED)
        .hasMessageContaining(FileHash.of(Files.readAllBytes(file)));
    assertThat(file).hasContent("# mine\nh1\nh9\n");
  }

  @Test
  void shouldLoseNothingWhenManyWriteAtOnce() throws Exception {
    // given writers that read, edit, and begin anew when somebody was faster
    int writers = 8;
    int hostsEach = 25;
    AtomicBoolean done = new AtomicBoolean();
    ExecutorService threads = Executors.newFixedThreadPool(writers + 1);
    try {
      // and a reader, who must never see half a list
      Future<Integer> reader = threads.submit(() -> readUntil(done));
      List<Callable<Integer>> work = new ArrayList<>();
      for (int i = 0; i < writers; i++) {
        int writer = i;
        work.add(() -> addAll("w" + writer + "-", hostsEach));
      }
      // when
      int conflicts = 0;
      for (Future<Integer> each : threads.invokeAll(work)) {
        conflicts += each.get();
      }
      done.set(true);
      // then
      assertThat(HostsFileParser.excludes(file)).hasSize(1 + writers * hostsEach);
      assertThat(Files.readString(file)).startsWith("# mine\nh1\n");
      assertThat(conflicts).as("they did meet").isPositive();
      assertThat(reader.get()).as("looks of the reader").isPositive();
    } finally {
      done.set(true);
      threads.shutdown();
      assertThat(threads.awaitTermination(20, TimeUnit.SECONDS)).isTrue();
    }
  }

  private int addAll(String prefix, int hosts) throws Exception {
    int conflicts = 0;
    for (int i = 0; i < hosts; i++) {
      boolean written = false;
      while (!written) {
        try {
          ExcludeFile.edit(file, add(file, prefix + i));
          written = true;
        } catch (ListEditException e) {
          assertThat(e.code()).isEqualTo(EditRejection.LISTS_CHANGED);
          conflicts++;
        }
      }
    }
    return conflicts;
  }

  private int readUntil(AtomicBoolean done) throws Exception {
    int looks = 0;
    int size = 0;
    while (!done.get()) {
      Set<String> hosts = HostsFileParser.excludes(file).keySet();
      assertThat(hosts).contains("h1").hasSizeGreaterThanOrEqualTo(size);
      size = hosts.size();
      looks++;
    }
    return looks;
  }

  @Test
  void shouldEditWhatASymbolicLinkLeadsTo() throws Exception {
    // given
    Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
    Path real = Files.move(file, elsewhere.resolve("real"));
    Files.createSymbolicLink(folder.resolve("hop"), real);
    Files.createSymbolicLink(file, Path.of("hop"));
    // when
    ExcludeFile.edit(file, add(file, "h2"));
    // then
    assertThat(Files.isSymbolicLink(file)).isTrue();
    assertThat(Files.isSymbolicLink(real)).isFalse();
    assertThat(real).hasContent("# mine\nh1\nh2\n");
    assertThat(names(elsewhere)).containsExactlyInAnyOrder("real", ".real.lock");
  }

  @Test
  void shouldSayThatThereIsNoFile() throws Exception {
    ListEdit edit = add(file, "h2");
    Files.delete(file);

    assertRefused(file, edit, EditRejection.LIST_UNREADABLE).hasMessageContaining("no such file");
    Files.createSymbolicLink(file, folder.resolve("nowhere"));
    assertRefused(file, edit, EditRejection.LIST_UNREADABLE).hasMessageContaining("no such file");
  }

  /** Linux lets nobody make a file there, not even root. */
  @Test
  void shouldSayThatTheFolderCannotBeWritten() throws Exception {
    Path protectedFile = Path.of("/proc/sys/kernel/ostype");
    byte[] before = Files.readAllBytes(protectedFile);

    assertRefused(protectedFile, add(protectedFile, "h2"), EditRejection.NOT_WRITABLE)
        .hasMessageContaining("not edited");
    assertThat(protectedFile).hasBinaryContent(before);
  }

  @Test
  void shouldLeaveTheFileAloneWhenTheDiskRefuses() throws Exception {
    // given a process that may write no file of more than 64 KiB
    Path large = folder.resolve("large");
    Files.writeString(large, "# a long comment indeed\n".repeat(10_000));
    byte[] before = Files.readAllBytes(large);
    String command =
        "ulimit -f 64; exec '%s' -XX:-UsePerfData -cp '%s' '%s' '%s'"
            .formatted(
                Path.of(System.getProperty("java.home"), "bin", "java"),
                System.getProperty("java.class.path"),
                OneEdit.class.getName(),
                large);
    // when
    Process process =
        new ProcessBuilder("bash", "-c", command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    // then
    assertThat(process.waitFor()).as(output).isEqualTo(3);
    assertThat(output).contains("NOT_WRITABLE").contains("File too large");
    assertThat(large).hasBinaryContent(before);
    assertThat(names(folder)).doesNotContain(".large.next");
    // and without that limit it works
    ExcludeFile.edit(large, add(large, "h2"));
    assertThat(HostsFileParser.excludes(large)).containsOnlyKeys("h2");
  }

  /** Run by a test in a process of its own. */
  static final class OneEdit {
    public static void main(String[] arguments) throws Exception {
      Path file = Path.of(arguments[0]);
      try {
        ExcludeFile.edit(file, add(file, "h2"));
      } catch (ListEditException e) {
        System.out.println(e.code() + " " + e.getMessage());
        System.exit(3);
      }
    }
  }

  @Test
  void shouldWaitForAnotherProcessOnlySoLong() throws Exception {
    // given a lock that another process holds
    Path lockFile = folder.resolve(".exclude.lock");
    Process other = holdLock(lockFile);
    try {
      // when, then
      assertRefused(file, add(file, "h2"), EditRejection.BUSY).hasMessageContaining("locked");
      assertThat(file).hasContent("# mine\nh1\n");
    } finally {
      other.getOutputStream().close();
      assertThat(other.waitFor()).isZero();
    }
    ExcludeFile.edit(file, add(file, "h2"));
    assertThat(file).hasContent("# mine\nh1\nh2\n");
  }

  private static Process holdLock(Path lockFile) throws IOException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Holder.class.getName(),
                lockFile.toString())
            .redirectErrorStream(true)
            .start();
    assertThat(process.inputReader().readLine()).isEqualTo("locked");
    return process;
  }

  /** Keeps a lock until nobody listens any more. Run by a test in a process of its own. */
  static final class Holder {
    public static void main(String[] arguments) throws Exception {
      try (FileChannel channel =
              FileChannel.open(
                  Path.of(arguments[0]), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
          FileLock lock = channel.lock()) {
        System.out.println(lock.isValid() ? "locked" : "not locked");
        while (System.in.read() >= 0) {
          // until the end
        }
      }
    }
  }

  @Test
  void shouldWriteAnewWhatACrashLeftBehind() throws Exception {
    // given the remains of a writer that was killed
    Files.writeString(folder.resolve(".exclude.next"), "half a li");
    Files.writeString(folder.resolve(".exclude.lock"), "");
    // when
    ExcludeFile.edit(file, add(file, "h2"));
    // then
    assertThat(file).hasContent("# mine\nh1\nh2\n");
    assertThat(names(folder)).doesNotContain(".exclude.next");
  }

  /** Whoever may write to the folder could have our process write to a file of its own. */
  @Test
  void shouldNotFollowALinkInPlaceOfTheLock() throws Exception {
    Path elsewhere = folder.resolve("elsewhere");
    Files.createSymbolicLink(folder.resolve(".exclude.lock"), elsewhere);

    assertRefused(file, add(file, "h2"), EditRejection.NOT_WRITABLE)
        .hasMessageContaining(".exclude.lock: is a symbolic link");
    assertThat(elsewhere).doesNotExist();
    assertThat(file).hasContent("# mine\nh1\n");
  }

  @Test
  void shouldNotFollowALinkInPlaceOfTheNextFile() throws Exception {
    Path elsewhere = Files.writeString(folder.resolve("elsewhere"), "precious");
    Files.createSymbolicLink(folder.resolve(".exclude.next"), elsewhere);

    ExcludeFile.edit(file, add(file, "h2"));

    assertThat(elsewhere).hasContent("precious");
    assertThat(file).isRegularFile().hasContent("# mine\nh1\nh2\n");
  }

  @Test
  void shouldLetLockWhoMayWriteTheList() throws Exception {
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--------"));

    ExcludeFile.edit(file, add(file, "h2"));

    Path lock = folder.resolve(".exclude.lock");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(lock)))
        .isEqualTo("rw-------");
  }

  // ---- words ----

  static ListEdit add(Path file, String host) throws IOException {
    return new ListEdit(
        FileHash.of(Files.readAllBytes(file)),
        new TreeMap<>(ExcludeTextTest.add(host).add()),
        new TreeSet<>(),
        true,
        false);
  }

  private static AbstractThrowableAssert<?, ?> assertRefused(
      Path file, ListEdit edit, EditRejection code) {
    return assertThatThrownBy(() -> ExcludeFile.edit(file, edit))
        .isInstanceOfSatisfying(
            ListEditException.class, refused -> assertThat(refused.code()).isEqualTo(code))
        .hasMessageContaining(file.toString())
        .hasMessageNotContaining("\n");
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(each -> each.getFileName().toString()).toList();
    }
  }
}
