package ebb.hosts;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/**
 * The exclude file on disk. It is replaced as a whole, so that no reader ever sees half a list:
 * lock, read, write a new file next to it, fsync, rename. A symbolic link stays a link; its target
 * is replaced.
 *
 * <p>Owner, group and permissions are preserved, or the edit fails. Other editors do not see the
 * lock: their changes are detected up to the moment of the rename. All methods block.
 */
public final class ExcludeFile {
  private final Path file;

  private ExcludeFile(Path file) {
    this.file = file;
  }

  /**
   * @param path as configured
   * @return the hash of the content after the edit
   * @throws ListEditException if the file was not edited
   */
  public static String edit(Path path, ListEdit edit) throws ListEditException {
    return of(path).edit(path.toString(), edit);
  }

  /**
   * Like {@link #edit}, but changes nothing. Only an edit shows whether the file can be written.
   *
   * @throws ListEditException if the file would not be edited
   */
  public static void check(Path path, ListEdit edit) throws ListEditException {
    byte[] content = of(path).read();
    requireHash(path.toString(), content, edit.expectedHash());
    ExcludeText.edit(path.toString(), content, edit);
  }

  private static ExcludeFile of(Path path) throws ListEditException {
    try {
      return new ExcludeFile(path.toRealPath());
    } catch (NoSuchFileException e) {
      throw new ListEditException(EditRejection.LIST_UNREADABLE, path + ": no such file");
    } catch (IOException e) {
      throw new ListEditException(
          EditRejection.LIST_UNREADABLE, path + ": cannot be read: " + e.getMessage());
    }
  }

  /**
   * @param name the name of the file in messages
   */
  private String edit(String name, ListEdit edit) throws ListEditException {
    try {
      FileLocks held = FileLocks.take(name, beside("lock"), file);
      try {
        return editLocked(name, edit);
      } finally {
        held.close();
      }
    } catch (IOException e) {
      throw new ListEditException(
          EditRejection.NOT_WRITABLE, name + ": not edited: " + reasonOf(e));
    }
  }

  private String editLocked(String name, ListEdit edit) throws ListEditException, IOException {
    byte[] before = read();
    requireHash(name, before, edit.expectedHash());
    byte[] after = ExcludeText.edit(name, before, edit);
    if (!Arrays.equals(before, after)) {
      replace(name, before, after);
    }
    return FileHash.of(after);
  }

  private Path beside(String ending) {
    return file.resolveSibling("." + file.getFileName() + "." + ending);
  }

  private byte[] read() throws ListEditException {
    try {
      return HostsFileParser.bytes(file);
    } catch (ListSourceException e) {
      throw new ListEditException(EditRejection.LIST_UNREADABLE, String.valueOf(e.getMessage()));
    }
  }

  private static void requireHash(String name, byte[] content, String expected)
      throws ListEditException {
    String found = FileHash.of(content);
    if (!found.equals(expected)) {
      throw new ListEditException(
          EditRejection.LISTS_CHANGED, name + " has changed meanwhile; its hash is " + found);
    }
  }

  private void replace(String name, byte[] before, byte[] after)
      throws IOException, ListEditException {
    Path next = beside("next"); // there is only one, and one that a crash left is written again
    try {
      write(next, after);
      FileAttributes.copy(file, next);
      requireHash(name, read(), FileHash.of(before));
      Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(next);
    }
    syncFolder();
  }

  private static void write(Path path, byte[] content) throws IOException {
    Files.deleteIfExists(path);
    try (FileChannel channel = FileAttributes.createPrivate(path)) {
      ByteBuffer left = ByteBuffer.wrap(content);
      while (left.hasRemaining()) {
        channel.write(left);
      }
      channel.force(true);
    }
  }

  /** Makes the rename survive a loss of power. */
  private void syncFolder() throws IOException {
    Path folder = file.getParent();
    if (folder != null) {
      try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
        channel.force(true);
      }
    }
  }

  private static String reasonOf(IOException e) {
    if (e instanceof FileSystemException known) {
      String reason = known.getReason();
      return known.getFile() + ": " + (reason == null ? kindOf(known) : reason);
    }
    return String.valueOf(e.getMessage());
  }

  /** Java has no description for the most common one. */
  private static String kindOf(FileSystemException e) {
    return e instanceof AccessDeniedException ? "permission denied" : e.getClass().getSimpleName();
  }
}
