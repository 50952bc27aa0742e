package ebb.admin.access;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A value that is read from some small files, and read again when one of them has changed. If the
 * files can no longer be used, or their file system does not answer, the last value stays in use
 * and an error is logged. One thread at a time checks the files, and no caller waits long for it.
 */
public final class ReloadingFile<T> {
  private static final Logger LOG = LoggerFactory.getLogger(ReloadingFile.class);

  /** A file may change twice within one tick of its time stamp. */
  static final Duration TICK = Duration.ofSeconds(2);

  /** How long a request waits for a check of the files. */
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private final List<Path> files;
  private final Supplier<T> reader;
  private final Executor blocking;
  private volatile T value;
  private CompletableFuture<T> check;

  /** A check that has taken longer than {@link #PATIENCE}. */
  private @Nullable CompletableFuture<T> late;

  // Used only by the one thread that checks the files.
  private List<State> read;
  private Instant stableAfter;
  private boolean failed;
  private String complaint = "";

  /**
   * Reads the files. Blocks.
   *
   * @param reader fails with an {@link IllegalArgumentException} with a one-line message, which
   *     this constructor passes on
   * @param blocking the executor for all later checks of the files
   */
  ReloadingFile(List<Path> files, Supplier<T> reader, Executor blocking) {
    this.files = List.copyOf(files);
    this.reader = reader;
    this.blocking = blocking;
    stableAfter = Instant.now().plus(TICK);
    read = states();
    value = reader.get();
    check = CompletableFuture.completedFuture(value);
  }

  private record State(
      @Nullable Object key, long size, @Nullable FileTime changedAt, boolean there) {}

  /**
   * The current value. Does not block. The stage does not fail, and is complete after a second at
   * the latest.
   */
  @SuppressWarnings("ReferenceEquality") // compares the identity of the check
  synchronized CompletionStage<T> get() {
    if (check.isDone()) {
      check = CompletableFuture.supplyAsync(this::reloaded, blocking);
    }
    CompletableFuture<T> current = check;
    if (current == late) {
      return CompletableFuture.completedFuture(value);
    }
    return current
        .copy()
        .orTimeout(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
        .exceptionally(failure -> givenUp(current));
  }

  @SuppressWarnings("ReferenceEquality") // compares the identity of the check
  private synchronized T givenUp(CompletableFuture<T> which) {
    if (which == check && which != late && !which.isDone()) {
      late = which;
      LOG.error(
          "Keeping the previous content: {} could not be checked within {} ms",
          files,
          PATIENCE.toMillis());
    }
    return value;
  }

  private T reloaded() {
    List<State> now = states();
    if (failed || !now.equals(read) || Instant.now().isBefore(stableAfter)) {
      if (!now.equals(read)) {
        stableAfter = Instant.now().plus(TICK);
      }
      read = now;
      readAgain();
    }
    return value;
  }

  private void readAgain() {
    failed = true; // after an Error, too: its cause may go away without a change of the file
    try {
      value = reader.get();
      failed = false;
      complaint = "";
    } catch (RuntimeException e) {
      String reason = String.valueOf(e.getMessage());
      if (!reason.equals(complaint)) {
        complaint = reason;
        LOG.error("Keeping the previous content: {}", reason);
      }
    }
  }

  private List<State> states() {
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
