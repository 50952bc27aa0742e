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
 * Files and folders that only their owner may read and write: the journal holds Hadoop's tokens and
 * keys. They are made so, and are never wider for a moment. No link is followed to a file that is
 * made or written here. Where the file system has no POSIX modes, others are not kept out.
 */
public final class OwnerOnly {
  private static final Set<PosixFilePermission> OF_OWNER =
      PosixFilePermissions.fromString("rwx------");
  private static final Set<PosixFilePermission> OF_FILE =
      PosixFilePermissions.fromString("rw-------");
  private static final Set<PosixFilePermission> OF_OTHERS =
      PosixFilePermissions.fromString("---rwxrwx");

  /** To a folder: to remove and rename what is in it, whosever that is. */
  private static final Set<PosixFilePermission> WRITE_OF_OTHERS =
      PosixFilePermissions.fromString("----w--w-");

  /** Of a mode in {@code stat(2)}; Java has no name for it. */
  private static final int STICKY = 01000;

  private OwnerOnly() {}

  /** Makes the folder, with those above it, if it is missing. One that is there stays as it is. */
  public static Path folder(Path path) throws IOException {
    return Files.createDirectories(path, mode(path, OF_OWNER));
  }

  /** Makes a file for writing in the place of whatever has its name. */
  public static FileChannel replace(Path path) throws IOException {
    Files.deleteIfExists(path);
    return FileChannel.open(
        path, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), mode(path, OF_FILE));
  }

  /**
   * Opens a file for writing, and makes it if it is missing.
   *
   * @throws IOException if it is a symbolic link
   */
  static FileChannel open(Path path) throws IOException {
    requireNoLink(path); // in words
    Set<OpenOption> options =
        Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    return FileChannel.open(path, options, mode(path, OF_FILE));
  }

  /** For what is to be opened by others, who follow links. */
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
   * Takes from others what they may do with a folder and all that is in it, as an earlier release
   * or a restored copy left it. What belongs to another user, such as a volume that Kubernetes has
   * mounted, stays as it is. Never fails. To be called before this process has opened any of the
   * files.
   *
   * @return lines for the log: that others could reach the folder, or still can
   */
  static List<String> narrow(Path folder) {
    return narrow(folder, name -> true);
  }

  /**
   * The same of a folder that need not be Ebb's alone, such as a home directory: of what is
   * directly in it only what has such a name is looked at. If there is anything else in it, others
   * may still read the folder itself, but no longer replace what is in it.
   *
   * @param ours whether Ebb gives a folder this name
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
          "Other users could reach %s (mode %s); %d files and folders are this user's alone now"
              .formatted(folder, mode(before.get()), narrowing.narrowed));
    }
    if (before.isPresent() && narrowing.isClosedToWriters) {
      lines.add(
          "Other users could replace what is in %s (mode %s); nobody but its owner can now"
              .formatted(folder, mode(before.get())));
    }
    attributes(folder)
        .filter(OwnerOnly::isWide)
        .map(left -> stillOpen(folder, left))
        .ifPresent(lines::add);
    return lines;
  }

  /** Of a folder that could not be narrowed. */
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

    /** Gone meanwhile, or another user's. */
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

    /** Whether there was any of these to take, and it could be taken. */
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
      } catch (IOException e) { // another user's, or on a disk that cannot be written
        return false;
      }
    }
  }

  /**
   * Why a file with a secret is not safe from other users; empty if it is, or cannot be read. Its
   * group may read it, which is how Kubernetes hands out secrets.
   */
  public static Optional<String> exposure(Path secret) {
    return changeability(secret)
        .or(() -> danger(secret, PosixFilePermission.OTHERS_READ, "read by every user"));
  }

  /**
   * Why other users can change a file that need not be secret, or put another one in its place;
   * empty as for {@link #exposure}.
   */
  public static Optional<String> changeability(Path file) {
    return danger(file, PosixFilePermission.OTHERS_WRITE, "written by every user")
        .or(() -> danger(file, PosixFilePermission.GROUP_WRITE, "written by its group"))
        .or(() -> replaceability(file));
  }

  /** By whoever may write to a folder above it, or above the file that it leads to. */
  private static Optional<String> replaceability(Path file) {
    Set<Path> above = new LinkedHashSet<>();
    try {
      for (Path path : List.of(file.toAbsolutePath().normalize(), file.toRealPath())) {
        for (Path folder = path.getParent(); folder != null; folder = folder.getParent()) {
          above.add(folder);
        }
      }
    } catch (IOException e) { // there is none
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

  /** Where every user may delete or rename what others have put; not so in {@code /tmp}. */
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

  /** Any of these. */
  private static boolean has(PosixFileAttributes attributes, Set<PosixFilePermission> some) {
    return !Collections.disjoint(attributes.permissions(), some);
  }

  /** Empty if they cannot be had. */
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
