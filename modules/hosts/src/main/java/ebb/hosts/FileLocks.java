package ebb.hosts;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Excludes other threads and processes while it is open. It locks a separate file that stays,
 * because the guarded file is replaced by a rename.
 */
final class FileLocks implements AutoCloseable {
  /** An edit takes milliseconds. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private static final Duration RETRY_INTERVAL = Duration.ofMillis(10);

  /** The operating system does not distinguish the threads of a process. */
  private static final ReentrantLock IN_PROCESS = new ReentrantLock(true);

  private final FileChannel channel;

  private FileLocks(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * @param name of the guarded file, for messages
   * @param path of the file to lock
   * @param list the guarded file
   * @throws ListEditException if the lock is held elsewhere for too long
   * @throws IOException if the file cannot be created or locked
   */
  static FileLocks take(String name, Path path, Path list) throws ListEditException, IOException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    try {
      if (!IN_PROCESS.tryLock(PATIENCE.toNanos(), TimeUnit.NANOSECONDS)) {
        throw busy(name);
      }
    } catch (InterruptedException e) {
      throw interrupted(name);
    }
    try {
      return new FileLocks(lock(name, FileAttributes.openLock(path, list), deadline));
    } catch (ListEditException | IOException | RuntimeException e) {
      IN_PROCESS.unlock();
      throw e;
    }
  }

  private static FileChannel lock(String name, FileChannel channel, long deadline)
      throws ListEditException, IOException {
    try {
      @Nullable FileLock lock = channel.tryLock();
      while (lock == null) {
        if (System.nanoTime() - deadline > 0) {
          throw busy(name);
        }
        TimeUnit.NANOSECONDS.sleep(RETRY_INTERVAL.toNanos());
        lock = channel.tryLock();
      }
      return channel;
    } catch (InterruptedException e) {
      channel.close();
      throw interrupted(name);
    } catch (ListEditException | IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  private static ListEditException busy(String name) {
    return new ListEditException(
        EditRejection.BUSY, name + ": locked by somebody else; try again in a moment");
  }

  private static ListEditException interrupted(String name) {
    Thread.currentThread().interrupt();
    return new ListEditException(EditRejection.BUSY, name + ": interrupted while waiting");
  }

  /** Closing the channel releases its lock. */
  @Override
  public void close() throws IOException {
    try {
      channel.close();
    } finally {
      IN_PROCESS.unlock();
    }
  }
}
