package ebb.hadoop.config;

import ebb.domain.DrainTimeout;
import ebb.hosts.FileHash;
import ebb.hosts.HostsFileParser;
import ebb.hosts.ListSource.ListFile;
import ebb.hosts.ListSourceException;
import ebb.hosts.ListWarnings;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;

/** A list file that is read once, so its hash is that of the same content as the list. */
final class HostListFile {
  private final ListFile file;
  private final byte[] content;

  /** The reason why it cannot be read; empty if the content is available. */
  private final Optional<ListSourceException> problem;

  private HostListFile(ListFile file, byte[] content, Optional<ListSourceException> problem) {
    this.file = file;
    this.content = content;
    this.problem = problem;
  }

  /** Reads the content of a file. */
  interface Reader {
    byte[] bytes(Path path) throws ListSourceException;
  }

  static HostListFile read(ListFile.Kind kind, Path path) {
    return read(kind, path, HostsFileParser::bytes);
  }

  static HostListFile read(ListFile.Kind kind, Path path, Reader reader) {
    String name = path.toString();
    Optional<Instant> changedAt = changedAt(path);
    // Before the content, so that a file that is replaced now does not get the time of its
    // successor.
    Optional<Instant> written = WrittenTime.of(path);
    try {
      byte[] content = reader.bytes(path);
      Optional<String> hash = Optional.of(FileHash.of(content));
      return new HostListFile(
          new ListFile(kind, name, changedAt, hash, written), content, Optional.empty());
    } catch (ListSourceException e) {
      return new HostListFile(
          new ListFile(kind, name, changedAt, Optional.empty()), new byte[0], Optional.of(e));
    }
  }

  ListFile file() {
    return file;
  }

  private static Optional<Instant> changedAt(Path path) {
    try {
      return Optional.of(Files.getLastModifiedTime(path).toInstant());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  SortedSet<String> includes(ListWarnings warnings) throws ListSourceException {
    return HostsFileParser.includes(file.path(), open(), warnings);
  }

  SortedMap<String, Optional<DrainTimeout>> excludes(ListWarnings warnings)
      throws ListSourceException {
    return HostsFileParser.excludes(file.path(), open(), warnings);
  }

  private InputStream open() throws ListSourceException {
    if (problem.isPresent()) {
      throw problem.get();
    }
    return new ByteArrayInputStream(content);
  }
}
