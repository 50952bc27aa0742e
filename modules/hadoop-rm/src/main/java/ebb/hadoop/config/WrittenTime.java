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
 * The time when a file's content came to its path: written, moved or linked there. This is the last
 * change of the inode ({@code ctime}), which cannot be set. The modification time, in contrast, is
 * whatever {@code rsync -t}, {@code tar} or {@code mv} set or keep.
 */
final class WrittenTime {
  /** The number of links that Linux follows. */
  private static final int MOST_LINKS = 40;

  private WrittenTime() {}

  /** Blocks. Empty if the file system does not provide it. */
  static Optional<Instant> of(Path path) {
    try {
      Instant latest = changed(path);
      // A link that was redirected has also changed the content, whatever the content's age.
      for (Path link : linksOnTheWayTo(path.toAbsolutePath())) {
        Instant linked = changed(link, LinkOption.NOFOLLOW_LINKS);
        latest = linked.isAfter(latest) ? linked : latest;
      }
      return Optional.of(latest);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Includes the links within the targets of links. */
  private static List<Path> linksOnTheWayTo(Path path) throws IOException {
    List<Path> links = new ArrayList<>();
    Path root = path.getRoot();
    Path reached = root;
    Deque<Path> ahead = new ArrayDeque<>();
    path.forEach(ahead::addLast);
    while (!ahead.isEmpty()) {
      Path next = reached.resolve(ahead.removeFirst());
      if (!Files.isSymbolicLink(next)) {
        // No part of it is a link, so ".." in it can be resolved by name.
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
