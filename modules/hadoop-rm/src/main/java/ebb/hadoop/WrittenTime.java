package ebb.hadoop;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Optional;

/**
 * When a file's content came to its path: written, moved or linked there. That is the time of the
 * last change of the inode ({@code ctime}), which nobody can set; the time of modification is what
 * {@code rsync -t}, {@code tar} or {@code mv} say it is.
 */
final class WrittenTime {
  private WrittenTime() {}

  /** Blocks. Empty if the file system does not say. */
  static Optional<Instant> of(Path path) {
    try {
      Instant latest = changed(path);
      // A link that leads elsewhere since has brought another content, too, of whatever age.
      for (Path each = path.toAbsolutePath(); each != null; each = each.getParent()) {
        if (Files.isSymbolicLink(each)) {
          Instant linked = changed(each, LinkOption.NOFOLLOW_LINKS);
          latest = linked.isAfter(latest) ? linked : latest;
        }
      }
      return Optional.of(latest);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static Instant changed(Path path, LinkOption... options) throws IOException {
    if (path.getFileSystem().supportedFileAttributeViews().contains("unix")) {
      return ((FileTime) Files.getAttribute(path, "unix:ctime", options)).toInstant();
    }
    return Files.getLastModifiedTime(path, options).toInstant();
  }
}
