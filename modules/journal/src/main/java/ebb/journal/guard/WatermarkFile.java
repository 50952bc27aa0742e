package ebb.journal.guard;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import ebb.journal.database.FileInPlace;
import ebb.journal.database.JournalException;
import ebb.journal.database.OwnerOnly;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;

/**
 * The {@link Watermark} of one part of the journal, in a file next to the database. With it, a
 * database that has lost a write can be distinguished from one that never had it. Hard state. Only
 * one process at a time has the file open. Safe for use by several threads.
 *
 * <p>The file has two lines of fixed length, which are overwritten alternately and in place. So one
 * of them is always complete, even if the process or the machine fails, and a full disk does not
 * matter.
 */
final class WatermarkFile implements AutoCloseable {
  private static final int LINE = 1024;

  private final Path path;

  /** Not a channel: an interrupted thread would close a channel for all threads. */
  private final RandomAccessFile lines;

  private final FileInPlace file;

  /** Guarded by this. */
  private Watermark.Placed newest;

  private WatermarkFile(Path path, RandomAccessFile lines, Watermark.Placed newest)
      throws IOException {
    this.path = path;
    this.lines = lines;
    this.newest = newest;
    file = FileInPlace.of(path);
  }

  /**
   * Opens an existing file.
   *
   * @throws JournalException if the file contains no watermark
   */
  static WatermarkFile open(Path path) throws IOException {
    Watermark.Placed newest = placed(path).orElseThrow(() -> damaged(path));
    OwnerOnly.requireNoLink(path);
    // Each write is durable when it returns.
    RandomAccessFile lines = new RandomAccessFile(path.toFile(), "rwd");
    try {
      return new WatermarkFile(path, lines, newest);
    } catch (IOException e) {
      lines.close();
      throw e;
    }
  }

  /** Creates or replaces the file, atomically and durably. */
  static void make(Path path, Watermark first) throws IOException {
    Path part = path.resolveSibling(path.getFileName() + ".new");
    try (FileChannel channel = OwnerOnly.replace(part)) {
      channel.write(ByteBuffer.wrap(padded(first.line(0))));
      channel.write(ByteBuffer.wrap(padded(first.line(1))));
      channel.force(true);
    }
    Files.move(part, path, StandardCopyOption.ATOMIC_MOVE);
    FileInPlace.syncFolder(path);
  }

  /**
   * The watermark in a file; empty if there is no file.
   *
   * @throws JournalException if the file exists but contains no watermark
   */
  static Optional<Watermark> read(Path path) throws IOException {
    Optional<Watermark.Placed> newest = placed(path);
    if (newest.isEmpty() && Files.exists(path)) {
      throw damaged(path);
    }
    return newest.map(Watermark.Placed::mark);
  }

  private static JournalException damaged(Path path) {
    return new JournalException(
        "The file " + path + " is damaged: it holds no high watermark",
        "if the journal is whole ('ebb journal check'), remove that file");
  }

  private static Optional<Watermark.Placed> placed(Path path) throws IOException {
    if (!Files.exists(path)) {
      return Optional.empty();
    }
    return Files.readAllLines(path, ISO_8859_1).stream()
        .flatMap(line -> Watermark.parse(new String(line.getBytes(ISO_8859_1), UTF_8)).stream())
        .max(Comparator.comparingLong(Watermark.Placed::place));
  }

  synchronized Watermark newest() {
    return newest.mark();
  }

  /**
   * Replaces the newest watermark; durable when this returns.
   *
   * @throws IOException if it could not be written, or the file was removed or replaced; nothing
   *     may be acknowledged then
   */
  synchronized void advance(Watermark next) throws IOException {
    long place = newest.place() + 1;
    lines.seek(place % 2 * LINE);
    lines.write(padded(next.line(place)));
    file.requireInPlace();
    newest = new Watermark.Placed(place, next);
  }

  /**
   * @throws java.io.FileNotFoundException if the file was removed or replaced
   */
  void requireInPlace() throws IOException {
    file.requireInPlace();
  }

  private static byte[] padded(String line) {
    byte[] bytes = Arrays.copyOf(line.getBytes(UTF_8), LINE);
    Arrays.fill(bytes, line.getBytes(UTF_8).length, LINE - 1, (byte) ' ');
    bytes[LINE - 1] = '\n';
    return bytes;
  }

  @Override
  public void close() {
    try {
      lines.close();
    } catch (IOException e) {
      throw new JournalException("Cannot close " + path, e);
    }
  }
}
