package ebb.postgres;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Objects;
import java.util.Set;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/**
 * The programs of a PostgreSQL server, from a jar on the class path. Unpacked once for each user
 * and version into the system's temporary folder, and kept there.
 */
final class PostgresBinaries {
  private static final Set<PosixFilePermission> EVERYBODY_MAY_RUN =
      PosixFilePermissions.fromString("rwxr-xr-x");
  private static final Set<PosixFilePermission> EVERYBODY_MAY_READ =
      PosixFilePermissions.fromString("rw-r--r--");

  private PostgresBinaries() {}

  /**
   * The folder with {@code bin}, {@code lib} and {@code share}. Blocks for some seconds the first
   * time.
   *
   * @throws PostgresException if there are none for this processor, or they cannot be unpacked
   */
  static Path unpacked() {
    try {
      Path folder = folderOfThisUser().resolve(digest());
      if (!Files.exists(folder)) {
        Path part = Files.createTempDirectory(folder.getParent(), "part");
        Files.setPosixFilePermissions(part, EVERYBODY_MAY_RUN);
        unpack(part);
        publish(part, folder);
      }
      return folder;
    } catch (IOException e) {
      throw new PostgresException("Cannot unpack PostgreSQL: " + e, e);
    }
  }

  /** Never run files that another user could have put there. */
  private static Path folderOfThisUser() throws IOException {
    Path folder =
        Path.of(System.getProperty("java.io.tmpdir")).resolve("ebb-postgres-" + ServerUser.uid());
    try {
      Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(EVERYBODY_MAY_RUN));
      Files.setPosixFilePermissions(folder, EVERYBODY_MAY_RUN);
    } catch (FileAlreadyExistsException e) {
      boolean own = Files.getAttribute(folder, "unix:uid").equals(ServerUser.uid());
      if (!own
          || Files.isSymbolicLink(folder)
          || !Files.getPosixFilePermissions(folder).equals(EVERYBODY_MAY_RUN)) {
        throw new PostgresException(folder + " is not this user's alone; remove it", e);
      }
    }
    return folder;
  }

  /** Another process may have been faster. */
  private static void publish(Path part, Path folder) throws IOException {
    try {
      Files.move(part, folder, StandardCopyOption.ATOMIC_MOVE);
    } catch (FileSystemException e) {
      if (!Files.exists(folder)) {
        throw e;
      }
      Folders.delete(part);
    }
  }

  private static String digest() throws IOException {
    try (var archive = new DigestInputStream(archive(), MessageDigest.getInstance("SHA-256"))) {
      archive.transferTo(OutputStream.nullOutputStream());
      return HexFormat.of().formatHex(archive.getMessageDigest().digest()).substring(0, 16);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void unpack(Path folder) throws IOException {
    try (var tar =
        new TarArchiveInputStream(new XZInputStream(new BufferedInputStream(archive())))) {
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        Path target = folder.resolve(entry.getName()).normalize();
        if (!target.startsWith(folder)) {
          throw new IOException("the archive has a name outside of it: " + entry.getName());
        }
        unpack(tar, entry, target);
      }
    }
  }

  private static void unpack(TarArchiveInputStream tar, TarArchiveEntry entry, Path target)
      throws IOException {
    if (entry.isDirectory()) {
      Files.createDirectories(target);
      Files.setPosixFilePermissions(target, EVERYBODY_MAY_RUN);
      return;
    }
    Files.createDirectories(Objects.requireNonNull(target.getParent()));
    if (entry.isSymbolicLink()) {
      Files.createSymbolicLink(target, Path.of(entry.getLinkName()));
    } else {
      Files.copy(tar, target);
      boolean program = (entry.getMode() & 0100) != 0;
      Files.setPosixFilePermissions(target, program ? EVERYBODY_MAY_RUN : EVERYBODY_MAY_READ);
    }
  }

  private static InputStream archive() {
    String processor =
        switch (System.getProperty("os.arch")) {
          case "amd64", "x86_64" -> "x86_64";
          case "aarch64" -> "arm_64";
          default ->
              throw new PostgresException(
                  "No PostgreSQL for the processor " + System.getProperty("os.arch"));
        };
    String name = "/postgres-linux-" + processor + ".txz";
    InputStream archive = PostgresBinaries.class.getResourceAsStream(name);
    if (archive == null) {
      throw new PostgresException("No " + name + " on the class path");
    }
    return archive;
  }
}
