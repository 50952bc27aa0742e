package ebb.soak.fault;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A small ext4 file system mounted on a folder, which can be full, and can fail. The content of the
 * folder moves to it.
 */
public final class SmallDisk implements AutoCloseable {
  private static final byte[] LARGE = new byte[1 << 16];
  private static final String FILLER = "filler";

  private final Path folder;
  private final Path image;
  private volatile boolean mounted;

  private SmallDisk(Path folder, Path image) {
    this.folder = folder;
    this.image = image;
  }

  /**
   * @param folder which nobody uses yet; the file with the file system is created beside it
   * @throws IOException if this process is not permitted to; only root is
   */
  public static SmallDisk at(Path folder, int megabytes) throws IOException {
    Path image = folder.resolveSibling(folder.getFileName() + ".img");
    try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
      file.setLength((long) megabytes << 20);
    }
    Commands.run("mkfs.ext4", "-q", "-F", "-m", "0", image.toString());
    SmallDisk disk = new SmallDisk(folder, image);
    Path aside = Files.createDirectory(folder.resolveSibling(folder.getFileName() + "-mount"));
    try {
      disk.mount(aside);
      try {
        Commands.run("cp", "-a", folder + "/.", aside.toString());
      } finally {
        Commands.run("umount", aside.toString());
      }
    } finally {
      Files.delete(aside);
    }
    disk.mountInPlace();
    return disk;
  }

  private void mountInPlace() throws IOException {
    mount(folder);
    mounted = true;
  }

  private void mount(Path place) throws IOException {
    Commands.run("mount", "-o", "loop,errors=remount-ro", image.toString(), place.toString());
  }

  /** Fills it to the last byte. */
  public void fill() throws IOException {
    Path filler = folder.resolve(FILLER);
    long room = Files.getFileStore(folder).getUsableSpace();
    Commands.run("fallocate", "--length=" + room * 9 / 10, filler.toString());
    try (OutputStream rest = new FileOutputStream(filler.toFile(), true)) {
      for (int size = LARGE.length; size > 0; size /= 2) {
        writeUntilItFails(rest, size);
      }
    }
  }

  private void writeUntilItFails(OutputStream filler, int size) throws IOException {
    while (true) {
      try {
        filler.write(LARGE, 0, size);
      } catch (IOException e) {
        if (Files.getFileStore(folder).getUsableSpace() < LARGE.length) {
          return;
        }
        throw e;
      }
    }
  }

  /** Frees the space again. */
  public void clear() throws IOException {
    Files.deleteIfExists(folder.resolve(FILLER));
  }

  /** Makes it read-only until it is mounted again, as the kernel does after an error. */
  public void fail() throws IOException {
    Commands.run("mount", "-o", "remount,abort", folder.toString());
  }

  /** No file on it may be open. May be repeated after a failure, as loop devices may be scarce. */
  public synchronized void mountAgain() throws IOException {
    if (mounted) {
      Commands.run("umount", folder.toString());
      mounted = false;
    }
    mountInPlace();
  }

  /** Whether it is mounted. If not, the folder has its former content. */
  public boolean isMounted() {
    return mounted;
  }

  /** Its content stays in the file. Idempotent. */
  @Override
  public synchronized void close() {
    if (!mounted) {
      return;
    }
    mounted = false;
    try {
      Commands.run("umount", "--lazy", folder.toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
