package ebb.files;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A file that the configuration names, which need not be what its name promises: whoever opens a
 * pipe waits for its other end, and a file system whose server is gone does not answer. So a
 * regular file only is read, up to a size. May be used by any thread.
 */
public final class ConfiguredFile {
  /** More than any key, certificate, list of users or site file needs. */
  public static final int SMALL = 4 * 1024 * 1024;

  /** A network file system that is slow answers within this time. */
  static final Duration LONGEST = Duration.ofSeconds(10);

  private static final ConcurrentHashMap<Path, CompletableFuture<byte[]>> IN_PROGRESS =
      new ConcurrentHashMap<>();

  private ConfiguredFile() {}

  /**
   * The whole content. Blocks for as long as the file system does.
   *
   * @param mostBytes a larger file is refused
   * @throws IOException with a reason in one line, which does not name the file; {@link
   *     NoSuchFileException} if there is none
   */
  public static byte[] read(Path file, int mostBytes) throws IOException {
    BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class);
    if (found.isDirectory()) {
      throw new IOException("it is a folder");
    } else if (!found.isRegularFile()) {
      throw new IOException("it is a pipe, a socket or a device");
    }
    try (InputStream in = Files.newInputStream(file)) {
      byte[] content = in.readNBytes(mostBytes + 1);
      if (content.length > mostBytes) {
        throw new IOException("larger than " + mostBytes / (1024 * 1024) + " MiB");
      }
      return content;
    }
  }

  /**
   * As {@link #read} of a {@link #SMALL} file, but blocks for ten seconds at most. A read that has
   * not come back by then keeps a thread of its own, and further ones of the same file wait for it
   * and begin none.
   */
  public static byte[] readInTime(Path file) throws IOException {
    CompletableFuture<byte[]> read =
        IN_PROGRESS.computeIfAbsent(file.toAbsolutePath(), ConfiguredFile::begin);
    try {
      return read.get(LONGEST.toMillis(), TimeUnit.MILLISECONDS).clone();
    } catch (TimeoutException e) {
      throw new IOException("its file system does not answer", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while reading", e);
    } catch (ExecutionException e) {
      Throwable cause = e.getCause();
      if (cause instanceof IOException reason) {
        throw reason;
      }
      throw new IOException(String.valueOf(cause), cause);
    }
  }

  private static CompletableFuture<byte[]> begin(Path file) {
    CompletableFuture<byte[]> read = new CompletableFuture<>();
    Thread thread = new Thread(() -> complete(read, file), "read " + file);
    thread.setDaemon(true); // so that the process can end without it
    thread.start();
    return read;
  }

  private static void complete(CompletableFuture<byte[]> read, Path file) {
    byte[] content = {};
    Throwable failure = null;
    try {
      content = read(file, SMALL);
    } catch (IOException | RuntimeException | Error e) { // whatever it is, somebody waits for it
      failure = e;
    }
    // Before anybody is told: who asks after that is to see what is in the file then.
    IN_PROGRESS.remove(file, read);
    if (failure == null) {
      read.complete(content);
    } else {
      read.completeExceptionally(failure);
    }
  }

  /** What is wrong with a file, in one line that names it. */
  public static IllegalArgumentException unusable(Path file, IOException e) {
    String reason = e instanceof NoSuchFileException ? "no such file" : e.getMessage();
    return new IllegalArgumentException(file + " cannot be read: " + reason, e);
  }
}
