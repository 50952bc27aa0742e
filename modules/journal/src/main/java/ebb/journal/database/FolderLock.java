package ebb.journal.database;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Locks a journal's folder for this process. The lock ends with the process at the latest. */
public final class FolderLock implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(FolderLock.class);

  /** Folders locked by this process. Opening and closing a locked file again would end its lock. */
  private static final Set<Path> LOCKED = ConcurrentHashMap.newKeySet();

  private final Path folder;
  private final FileChannel channel;

  private FolderLock(Path folder, FileChannel channel) {
    this.folder = folder;
    this.channel = channel;
  }

  /**
   * Creates the folder if it is missing, and locks it. After that, only its owner can access or
   * replace the journal's files in it. Other files are not changed, and other users may still read
   * a folder that has any: a link may lead to a folder with other uses.
   *
   * @throws JournalInUseException immediately, if the folder is locked already
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

  /** Also recognizes the files of earlier releases. */
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
