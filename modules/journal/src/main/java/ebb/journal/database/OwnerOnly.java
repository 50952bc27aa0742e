package ebb.journal.database;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Files and folders that only their owner may read and write, because the journal contains Hadoop's
 * tokens and keys. They are created with these modes, so they are never accessible to others, not
 * even briefly. Files that are created or written here are never reached through a symbolic link.
 * On a file system without POSIX modes, other users are not kept out.
 */
public final class OwnerOnly {
  private static final Set<PosixFilePermission> OF_OWNER =
      PosixFilePermissions.fromString("rwx------");
  private static final Set<PosixFilePermission> OF_FILE =
      PosixFilePermissions.fromString("rw-------");
  private static final Set<PosixFilePermission> OF_OTHERS =
      PosixFilePermissions.fromString("---rwxrwx");

  /** On a folder: permission to remove and rename the files in it, also those of other users. */
  private static final Set<PosixFilePermission> WRITE_OF_OTHERS =
      PosixFilePermissions.fromString("----w--w-");

  /** The sticky bit of a mode in {@code stat(2)}; Java has no name for it. */
  private static final int STICKY = 01000;

  private OwnerOnly() {}

  /** Creates the folder and its parents if they are missing. Existing folders are not changed. */
  public static Path folder(Path path) throws IOException {
    return Files.createDirectories(path, mode(path, OF_OWNER));
  }

  /** Creates a file for writing. Replaces any file of that name. */
  public static FileChannel replace(Path path) throws IOException {
    Files.deleteIfExists(path);
    return FileChannel.open(
        path, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), mode(path, OF_FILE));
  }

  /**
   * Opens a file for writing, and creates it if it is missing.
   *
   * @throws IOException if the path is a symbolic link
   */
  static FileChannel open(Path path) throws IOException {
    requireNoLink(path); // for a readable message
    Set<OpenOption> options =
        Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    return FileChannel.open(path, options, mode(path, OF_FILE));
  }

  /** Rejects a symbolic link. For paths that are then opened by code that follows links. */
  public static void requireNoLink(Path path) throws IOException {
    if (Files.isSymbolicLink(path)) {
      throw new FileSystemException(path.toString(), null, "is a symbolic link");
    }
  }

  private static FileAttribute<?>[] mode(Path path, Set<PosixFilePermission> permissions) {
    return hasModes(path)
        ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(permissions)}
        : new FileAttribute<?>[0];
  }

  private static boolean hasModes(Path path) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix");
  }

  /**
   * Removes other users' permissions from a folder and everything in it, which an earlier release
   * or a restored copy may have left too open. Files and folders of another user, such as a volume
   * that Kubernetes has mounted, are not changed. Never fails. Must be called before this process
   * opens any of the files.
   *
   * @return lines for the log if other users could access the folder, or still can
   */
  static List<String> narrow(Path folder) {
    return narrow(folder, name -> true);
  }

  /**
   * The same for a folder that may also contain files other than Ebb's, such as a home directory.
   * Only entries with one of Ebb's names are changed. If the folder contains anything else, others
   * may still read the folder itself, but can no longer replace what is in it.
   *
   * @param ours whether this is the name of a file or folder of Ebb's, directly in the folder
   */
  public static List<String> narrow(Path folder, Predicate<String> ours) {
    if (!hasModes(folder)) {
      return List.of(
          "There are no POSIX modes here: who may read %s, with its tokens and keys, is not checked"
              .formatted(folder));
    }
    Optional<PosixFileAttributes> before = attributes(folder).filter(OwnerOnly::isWide);
    Narrowing narrowing;
    try {
      narrowing = new Narrowing(folder.toRealPath(), ours);
      Files.walkFileTree(narrowing.root, narrowing);
    } catch (IOException e) {
      return List.of("Who may read " + folder + " cannot be checked: " + e);
    }
    List<String> lines = new ArrayList<>();
    if (before.isPresent() && narrowing.narrowed > 0) {
      lines.add(
          ("Other users could reach %s (mode %s); %d files and folders are now accessible to this"
                  + " user only")
              .formatted(folder, mode(before.get()), narrowing.narrowed));
    }
    if (before.isPresent() && narrowing.isClosedToWriters) {
      lines.add(
          "Other users could replace what is in %s (mode %s); only its owner can now"
              .formatted(folder, mode(before.get())));
    }
    attributes(folder)
        .filter(OwnerOnly::isWide)
        .map(left -> stillOpen(folder, left))
        .ifPresent(lines::add);
    return lines;
  }

  /** The log line for a folder whose permissions could not be reduced. */
  static String stillOpen(Path folder, PosixFileAttributes left) {
    boolean isReplaceable = has(left, WRITE_OF_OTHERS) && !isSticky(folder);
    return isReplaceable
        ? "Other users can replace the journal: they may write to %s, which belongs to %s and has mode %s"
            .formatted(folder, left.owner().getName(), mode(left))
        : "Other users can reach %s, which belongs to %s and has mode %s; what is made in it is this user's alone"
            .formatted(folder, left.owner().getName(), mode(left));
  }

  private static String mode(PosixFileAttributes attributes) {
    return PosixFilePermissions.toString(attributes.permissions());
  }

  private static final class Narrowing extends SimpleFileVisitor<Path> {
    private final Path root;
    private final Predicate<String> ours;
    private final boolean isOursAlone;
    private int narrowed;
    private boolean isClosedToWriters;

    private Narrowing(Path root, Predicate<String> ours) throws IOException {
      this.root = root;
      this.ours = ours;
      try (Stream<Path> children = Files.list(root)) {
        isOursAlone = children.allMatch(this::isOurs);
      }
    }

    private boolean isOurs(Path path) {
      return !root.equals(path.getParent()) || ours.test(String.valueOf(path.getFileName()));
    }

    @Override
    public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
      if (!isOurs(folder)) {
        return FileVisitResult.SKIP_SUBTREE;
      }
      if (isOursAlone || !folder.equals(root)) {
        narrow(folder);
      } else if (!isSticky(root)) {
        isClosedToWriters = take(root, WRITE_OF_OTHERS);
      }
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      if (attributes.isRegularFile() && isOurs(file)) {
        narrow(file);
      }
      return FileVisitResult.CONTINUE;
    }

    /** Ignored: the file was removed in the meantime, or belongs to another user. */
    @Override
    public FileVisitResult visitFileFailed(Path file, IOException failure) {
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure) {
      return FileVisitResult.CONTINUE;
    }

    private void narrow(Path path) {
      if (take(path, OF_OTHERS)) {
        narrowed++;
      }
    }

    /** Whether the file had any of these permissions, and they could be removed. */
    private static boolean take(Path path, Set<PosixFilePermission> unwanted) {
      Optional<PosixFileAttributes> wide =
          attributes(path, LinkOption.NOFOLLOW_LINKS).filter(found -> has(found, unwanted));
      if (wide.isEmpty()) {
        return false;
      }
      Set<PosixFilePermission> permissions = EnumSet.copyOf(wide.get().permissions());
      permissions.removeAll(unwanted);
      try {
        Files.getFileAttributeView(path, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
            .setPermissions(permissions);
        return true;
      } catch (IOException e) { // another user's file, or a disk that cannot be written
        return false;
      }
    }
  }

  /**
   * Why a file with a secret is not safe from other users; empty if the file is safe, or cannot be
   * read. Read access for its group is allowed, because Kubernetes mounts secrets like that.
   */
  public static Optional<String> exposure(Path secret) {
    return changeability(secret)
        .or(() -> danger(secret, PosixFilePermission.OTHERS_READ, "read by every user"));
  }

  /**
   * Why other users can change or replace a file that need not be secret; empty as for {@link
   * #exposure}.
   */
  public static Optional<String> changeability(Path file) {
    return danger(file, PosixFilePermission.OTHERS_WRITE, "written by every user")
        .or(() -> danger(file, PosixFilePermission.GROUP_WRITE, "written by its group"))
        .or(() -> replaceability(file));
  }

  /** Checks write access to the folders above the file, and above the target of a link. */
  private static Optional<String> replaceability(Path file) {
    Set<Path> above = new LinkedHashSet<>();
    try {
      for (Path path : List.of(file.toAbsolutePath().normalize(), file.toRealPath())) {
        for (Path folder = path.getParent(); folder != null; folder = folder.getParent()) {
          above.add(folder);
        }
      }
    } catch (IOException e) { // there is no such file
      return Optional.empty();
    }
    return above.stream()
        .filter(OwnerOnly::isOpenToAll)
        .findFirst()
        .flatMap(
            folder ->
                attributes(folder)
                    .map(
                        found ->
                            "%s can be replaced by every user: %s has mode %s"
                                .formatted(file, folder, mode(found))));
  }

  /** Whether every user may delete or rename files of others there, unlike in {@code /tmp}. */
  private static boolean isOpenToAll(Path folder) {
    return attributes(folder)
            .filter(found -> found.permissions().contains(PosixFilePermission.OTHERS_WRITE))
            .isPresent()
        && !isSticky(folder);
  }

  private static boolean isSticky(Path folder) {
    try {
      return folder.getFileSystem().supportedFileAttributeViews().contains("unix")
          && ((int) Files.getAttribute(folder, "unix:mode") & STICKY) != 0;
    } catch (IOException e) {
      return false;
    }
  }

  private static Optional<String> danger(Path file, PosixFilePermission which, String danger) {
    return attributes(file)
        .filter(found -> found.permissions().contains(which))
        .map(found -> "%s can be %s (mode %s)".formatted(file, danger, mode(found)));
  }

  private static boolean isWide(PosixFileAttributes attributes) {
    return has(attributes, OF_OTHERS);
  }

  /** Whether any of these permissions is set. */
  private static boolean has(PosixFileAttributes attributes, Set<PosixFilePermission> some) {
    return !Collections.disjoint(attributes.permissions(), some);
  }

  /** Empty if the attributes cannot be read. */
  private static Optional<PosixFileAttributes> attributes(Path path, LinkOption... options) {
    if (!hasModes(path)) {
      return Optional.empty();
    }
    try {
      return Optional.of(Files.readAttributes(path, PosixFileAttributes.class, options));
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
