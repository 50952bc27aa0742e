package ebb.admin;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What some small files say, read again when one of them has changed. Files that cannot be used any
 * more leave everything as it was, with an error in the log.
 */
final class FileBacked<T> {
  private static final Logger LOG = LoggerFactory.getLogger(FileBacked.class);

  /** A file may change twice within a tick of its clock. */
  private static final Duration TICK = Duration.ofSeconds(2);

  private final List<Path> files;
  private final Supplier<T> reader;
  private T value;
  private List<State> read;
  private Instant settledAfter;
  private String complaint = "";

  /**
   * @param reader fails with an {@link IllegalArgumentException} in one line, which is that of this
   *     constructor too
   */
  FileBacked(List<Path> files, Supplier<T> reader) {
    this.files = List.copyOf(files);
    this.reader = reader;
    settledAfter = Instant.now().plus(TICK);
    read = look();
    value = reader.get();
  }

  private record State(
      @Nullable Object key, long size, @Nullable FileTime changedAt, boolean there) {}

  synchronized T get() {
    List<State> now = look();
    if (!now.equals(read) || Instant.now().isBefore(settledAfter)) {
      if (!now.equals(read)) {
        settledAfter = Instant.now().plus(TICK);
      }
      read = now;
      readAgain();
    }
    return value;
  }

  private void readAgain() {
    try {
      value = reader.get();
      complaint = "";
    } catch (IllegalArgumentException e) {
      String reason = String.valueOf(e.getMessage());
      if (!reason.equals(complaint)) {
        complaint = reason;
        LOG.error("What was read before stays in force: {}", reason);
      }
    }
  }

  private List<State> look() {
    List<State> states = new ArrayList<>();
    for (Path file : files) {
      try {
        BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class);
        states.add(new State(found.fileKey(), found.size(), found.lastModifiedTime(), true));
      } catch (IOException e) {
        states.add(new State(null, 0, null, false));
      }
    }
    return states;
  }
}
