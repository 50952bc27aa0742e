package ebb.scenarios;

import static org.junit.jupiter.api.Assumptions.abort;

import ebb.demo.process.ManagedProcess;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

/**
 * A small file system of its own in the place of a folder; what is in the folder goes with it. A
 * test that wants one is left out, with a loud word, where this process may not mount any.
 */
final class TemporaryDisk implements AutoCloseable {
  private static final byte[] LARGE = new byte[1 << 20];
  private static final String FILLER = "filler";

  private final Path folder;

  /** What the file system lies in; empty if that is memory. */
  private final Optional<Path> image;

  private TemporaryDisk(Path folder, Optional<Path> image) {
    this.folder = folder;
    this.image = image;
  }

  /**
   * In memory.
   *
   * @param folder which nobody uses yet
   */
  static TemporaryDisk at(Path folder, int megabytes) throws IOException, InterruptedException {
    TemporaryDisk disk = new TemporaryDisk(folder, Optional.empty());
    disk.takeOver("-t", "tmpfs", "-o", "size=" + megabytes + "m", "ebb");
    return disk;
  }

  /** As the other one, with ext4, which can be broken. */
  static TemporaryDisk withExt4(Path folder, int megabytes)
      throws IOException, InterruptedException {
    Path image = folder.resolveSibling(folder.getFileName() + ".img");
    try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
      file.setLength((long) megabytes << 20);
    }
    if (!ShellCommands.exist("mkfs.ext4")) {
      throw leftOut("there is no mkfs.ext4");
    }
    ShellCommands.run("mkfs.ext4", "-q", "-F", image.toString());
    TemporaryDisk disk = new TemporaryDisk(folder, Optional.of(image));
    disk.takeOver("-o", "loop,errors=remount-ro", image.toString());
    return disk;
  }

  private static RuntimeException leftOut(String why) {
    System.out.println("\n*** LEFT OUT: " + why + " ***\n");
    return abort(why);
  }

  /** Mounts it elsewhere first. */
  private void takeOver(String... mount) throws IOException, InterruptedException {
    Path aside = Files.createDirectories(folder.resolveSibling(folder.getFileName() + "-mount"));
    String[] command = new String[mount.length + 2];
    command[0] = "mount";
    System.arraycopy(mount, 0, command, 1, mount.length);
    command[command.length - 1] = aside.toString();
    if (!ShellCommands.exist("mount") || !ShellCommands.succeeds(command)) {
      throw leftOut("this process may not mount file systems; root may");
    }
    try {
      ShellCommands.run("cp", "-a", folder + "/.", aside.toString());
      ShellCommands.run("mount", "--bind", aside.toString(), folder.toString());
    } finally {
      ShellCommands.run("umount", aside.toString());
    }
    Files.delete(aside);
  }

  /** To the last byte. */
  void fill() throws IOException {
    try (OutputStream filler = new FileOutputStream(folder.resolve(FILLER).toFile(), true)) {
      for (int size = LARGE.length; size > 0; size /= 2) {
        writeUntilItFails(filler, size);
      }
    }
  }

  private static void writeUntilItFails(OutputStream filler, int size) throws IOException {
    while (true) {
      try {
        filler.write(LARGE, 0, size);
      } catch (IOException e) {
        if (String.valueOf(e.getMessage()).contains("No space")) {
          return;
        }
        throw e;
      }
    }
  }

  /** There is room again. */
  void clear() throws IOException {
    Files.delete(folder.resolve(FILLER));
  }

  /** As the kernel does when it meets an error on an ext4 disk: read-only until mounted anew. */
  void fail() throws IOException, InterruptedException {
    ShellCommands.run("mount", "-o", "remount,abort", folder.toString());
  }

  /**
   * As after a loss of power: there is what has reached the disk by now, and nothing else.
   *
   * @param writer the only one that uses it; it is killed
   */
  void losePower(ManagedProcess writer) throws IOException, InterruptedException {
    Path disk = image.orElseThrow();
    Path reached = disk.resolveSibling(disk.getFileName() + ".reached");
    writer.pause();
    do {
      Files.copy(disk, reached, StandardCopyOption.REPLACE_EXISTING);
      // The kernel writes when it likes: only a copy of one moment counts.
    } while (Files.mismatch(disk, reached) >= 0);
    writer.kill();
    ShellCommands.run("umount", folder.toString());
    Files.move(reached, disk, StandardCopyOption.REPLACE_EXISTING);
    ShellCommands.run("mount", "-o", "loop", disk.toString(), folder.toString());
  }

  /** Nobody has anything open on it. */
  void mountAgain() throws IOException, InterruptedException {
    ShellCommands.run("umount", folder.toString());
    ShellCommands.run("mount", "-o", "loop", image.orElseThrow().toString(), folder.toString());
  }

  @Override
  public void close() {
    try {
      ShellCommands.run("umount", "--lazy", folder.toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
