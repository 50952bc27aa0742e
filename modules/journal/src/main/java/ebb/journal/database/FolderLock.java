package ebb.journal.database;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps a journal's folder for this process; the operating system ends it with the process. */
public final class FolderLock implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(FolderLock.class);

  /** Of this process. To open a locked file once more, and to close it, would end the lock. */
  private static final Set<Path> LOCKED = ConcurrentHashMap.newKeySet();

  private final Path folder;
  private final FileChannel channel;

  private FolderLock(Path folder, FileChannel channel) {
    this.folder = folder;
    this.channel = channel;
  }

  /**
   * Makes the folder if it is missing, and locks it. Nobody but its owner gets at what is of the
   * journal in it afterwards, or can replace it. Anything else stays as it is, and others may go on
   * reading the folder with it: a link may lead to one that serves others, too.
   *
   * @throws JournalInUseException at once, if somebody else has it
   */
  public static FolderLock of(Path directory) throws IOException {
    Path folder = OwnerOnly.folder(directory).toRealPath();
    if (!LOCKED.add(folder)) {
      throw new JournalInUseException(directory);
    }
    try {
      FolderLock lock = lock(directory, folder);
      OwnerOnly.narrow(folder, FolderLock::isOfTheJournal).forEach(LOG::warn);
      return lock;
    } catch (IOException | RuntimeException e) {
      LOCKED.remove(folder);
      throw e;
    }
  }

  /** Of earlier releases, too. */
  private static boolean isOfTheJournal(String name) {
    return name.equals("lock")
        || name.equals("native")
        || name.startsWith("journal.")
        || name.startsWith("replaced-")
        || name.contains(".watermark");
  }

  private static FolderLock lock(Path directory, Path folder) throws IOException {
    FileChannel channel = OwnerOnly.open(folder.resolve("lock"));
    FileLock lock = channel.tryLock();
    if (lock == null) {
      channel.close();
      throw new JournalInUseException(directory);
    }
    return new FolderLock(folder, channel);
  }

  @Override
  public void close() throws IOException {
    channel.close();
    LOCKED.remove(folder);
  }
}
