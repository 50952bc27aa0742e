package ebb.hosts;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;

/** Handles owner, group and permissions, where the file system has them. */
final class FileAttributes {
  private FileAttributes() {}

  /**
   * Opens the lock file next to a list, and creates it if it is missing. A user who may write the
   * list may lock it, as far as the process's umask allows.
   *
   * @throws IOException if the lock file is a symbolic link
   */
  static FileChannel openLock(Path path, Path list) throws IOException {
    if (Files.isSymbolicLink(path)) {
      throw new FileSystemException(path.toString(), null, "is a symbolic link");
    }
    Set<OpenOption> options =
        Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    if (!isPosix(path)) {
      return FileChannel.open(path, options);
    }
    Set<PosixFilePermission> permissions = EnumSet.of(PosixFilePermission.OWNER_WRITE);
    permissions.addAll(Files.getPosixFilePermissions(list));
    return FileChannel.open(path, options, PosixFilePermissions.asFileAttribute(permissions));
  }

  /** Creates a file that no other user may read until it gets its own permissions. */
  static FileChannel createPrivate(Path path) throws IOException {
    Set<StandardOpenOption> options =
        Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    return isPosix(path)
        ? FileChannel.open(
            path,
            options,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))
        : FileChannel.open(path, options);
  }

  /**
   * @throws IOException if owner and group cannot be preserved
   */
  static void copy(Path from, Path to) throws IOException {
    if (!isPosix(from)) {
      return;
    }
    PosixFileAttributes wanted = Files.readAttributes(from, PosixFileAttributes.class);
    // Another user may also write to the folder, and put a link there.
    PosixFileAttributeView view =
        Files.getFileAttributeView(to, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
    PosixFileAttributes given = view.readAttributes();
    try {
      if (!given.group().equals(wanted.group())) {
        view.setGroup(wanted.group());
      }
      if (!given.owner().equals(wanted.owner())) {
        view.setOwner(wanted.owner());
      }
    } catch (FileSystemException e) {
      throw new FileSystemException(
          from.toString(),
          null,
          "cannot be replaced by a file of the same owner and group, "
              + wanted.owner().getName()
              + ":"
              + wanted.group().getName());
    }
    view.setPermissions(wanted.permissions());
  }

  private static boolean isPosix(Path path) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix");
  }
}
