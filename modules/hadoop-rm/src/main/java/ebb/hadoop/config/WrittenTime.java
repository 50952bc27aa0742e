package ebb.hadoop.config;

import java.io.IOException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * When a file's content came to its path: written, moved or linked there. That is the time of the
 * last change of the inode ({@code ctime}), which nobody can set; the time of modification is what
 * {@code rsync -t}, {@code tar} or {@code mv} say it is.
 */
final class WrittenTime {
  /** As many as Linux follows. */
  private static final int MOST_LINKS = 40;

  private WrittenTime() {}

  /** Blocks. Empty if the file system does not say. */
  static Optional<Instant> of(Path path) {
    try {
      Instant latest = changed(path);
      // A link that leads elsewhere since has brought another content, too, of whatever age.
      for (Path link : linksOnTheWayTo(path.toAbsolutePath())) {
        Instant linked = changed(link, LinkOption.NOFOLLOW_LINKS);
        latest = linked.isAfter(latest) ? linked : latest;
      }
      return Optional.of(latest);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Those in what links lead to among them. */
  private static List<Path> linksOnTheWayTo(Path path) throws IOException {
    List<Path> links = new ArrayList<>();
    Path root = path.getRoot();
    Path reached = root;
    Deque<Path> ahead = new ArrayDeque<>();
    path.forEach(ahead::addLast);
    while (!ahead.isEmpty()) {
      Path next = reached.resolve(ahead.removeFirst());
      if (!Files.isSymbolicLink(next)) {
        // Nothing of it is a link, so that what is above it is as the name says.
        reached = next.normalize();
        continue;
      }
      links.add(next);
      if (links.size() > MOST_LINKS) {
        throw new FileSystemLoopException(path.toString());
      }
      Path target = Files.readSymbolicLink(next);
      reached = target.isAbsolute() ? root : reached;
      List<Path> names = new ArrayList<>();
      target.forEach(names::add);
      Collections.reverse(names);
      names.forEach(ahead::addFirst);
    }
    return links;
  }

  private static Instant changed(Path path, LinkOption... options) throws IOException {
    if (path.getFileSystem().supportedFileAttributeViews().contains("unix")) {
      return ((FileTime) Files.getAttribute(path, "unix:ctime", options)).toInstant();
    }
    return Files.getLastModifiedTime(path, options).toInstant();
  }
}
