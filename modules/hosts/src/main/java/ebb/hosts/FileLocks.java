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
 * Keeps others away, in this process and in others, as long as it is open. The file that is locked
 * is one of its own and stays: the one that it guards is replaced by a rename.
 */
final class FileLocks implements AutoCloseable {
  /** A change takes milliseconds. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private static final Duration LOOK_AGAIN = Duration.ofMillis(10);

  /** The operating system does not tell apart the threads of a process. */
  private static final ReentrantLock IN_PROCESS = new ReentrantLock(true);

  private final FileChannel channel;

  private FileLocks(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * @param name of what is guarded, for messages
   * @param path of the file to lock
   * @param list that is guarded
   * @throws ListEditException if somebody else keeps the lock for too long
   * @throws IOException if the file cannot be made or locked
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
        TimeUnit.NANOSECONDS.sleep(LOOK_AGAIN.toNanos());
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

  /** Closing the channel gives up its lock. */
  @Override
  public void close() throws IOException {
    try {
      channel.close();
    } finally {
      IN_PROCESS.unlock();
    }
  }
}
