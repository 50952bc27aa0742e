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
 * Reads files that the configuration names. Such a path may name anything: opening a pipe blocks
 * until its other end is opened, and a file system whose server is gone does not respond. Therefore
 * only regular files are read, up to a maximum size. May be used by any thread.
 */
public final class ConfiguredFile {
  /** More than any key, certificate, list of users or site file needs. */
  public static final int SMALL = 4 * 1024 * 1024;

  /** A slow network file system responds within this time. */
  static final Duration LONGEST = Duration.ofSeconds(10);

  private static final ConcurrentHashMap<Path, CompletableFuture<byte[]>> IN_PROGRESS =
      new ConcurrentHashMap<>();

  private ConfiguredFile() {}

  /**
   * Reads the whole content. Blocks for as long as the file system does.
   *
   * @param mostBytes a larger file is rejected
   * @throws IOException with a one-line reason that does not name the file; {@link
   *     NoSuchFileException} if there is no such file
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
   * Like {@link #read} with the limit {@link #SMALL}, but blocks for at most ten seconds. A read
   * that has not returned by then keeps its own thread. Further reads of the same file wait for
   * that read instead of starting another one.
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
    thread.setDaemon(true); // so that the process can exit without it
    thread.start();
    return read;
  }

  private static void complete(CompletableFuture<byte[]> read, Path file) {
    byte[] content = {};
    Throwable failure = null;
    try {
      content = read(file, SMALL);
    } catch (IOException | RuntimeException | Error e) { // the waiting callers get every failure
      failure = e;
    }
    // Before the future completes: a later caller must see what is in the file at that time.
    IN_PROGRESS.remove(file, read);
    if (failure == null) {
      read.complete(content);
    } else {
      read.completeExceptionally(failure);
    }
  }

  /** The exception for a file that cannot be read, with a one-line message that names the file. */
  public static IllegalArgumentException unusable(Path file, IOException e) {
    String reason = e instanceof NoSuchFileException ? "no such file" : e.getMessage();
    return new IllegalArgumentException(file + " cannot be read: " + reason, e);
  }
}
