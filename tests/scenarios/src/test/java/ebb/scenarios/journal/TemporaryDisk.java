package ebb.scenarios.journal;

import static org.junit.jupiter.api.Assumptions.abort;

import ebb.demo.process.ManagedProcess;
import ebb.scenarios.ShellCommands;
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
 * A small file system mounted on a folder, whose content moves to it. A test that needs one is
 * skipped with a message where this process may not mount anything.
 */
final class TemporaryDisk implements AutoCloseable {
  private static final byte[] LARGE = new byte[1 << 20];
  private static final String FILLER = "filler";

  private final Path folder;

  /** The file with the file system; empty if it is in memory. */
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

  /** The same with ext4, which can fail. */
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

  /** Fills it to the last byte. */
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

  /** Frees the space again. */
  void clear() throws IOException {
    Files.delete(folder.resolve(FILLER));
  }

  /** Makes an ext4 disk read-only until it is mounted again, as the kernel does after an error. */
  void fail() throws IOException, InterruptedException {
    ShellCommands.run("mount", "-o", "remount,abort", folder.toString());
  }

  /**
   * As after a loss of power: only what has reached the disk by now is left.
   *
   * @param writer the only process that uses it; it is killed
   */
  void losePower(ManagedProcess writer) throws IOException, InterruptedException {
    Path disk = image.orElseThrow();
    Path reached = disk.resolveSibling(disk.getFileName() + ".reached");
    writer.pause();
    do {
      Files.copy(disk, reached, StandardCopyOption.REPLACE_EXISTING);
      // The kernel writes at any time, so only a copy of a single moment counts.
    } while (Files.mismatch(disk, reached) >= 0);
    writer.kill();
    ShellCommands.run("umount", folder.toString());
    Files.move(reached, disk, StandardCopyOption.REPLACE_EXISTING);
    ShellCommands.run("mount", "-o", "loop", disk.toString(), folder.toString());
  }

  /** No file on it may be open. */
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
