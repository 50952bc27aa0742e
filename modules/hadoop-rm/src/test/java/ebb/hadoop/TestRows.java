package ebb.hadoop;

import ebb.journal.JournalDatabase;
import ebb.journal.TestDatabase;
import ebb.journal.guard.FencedStore;
import ebb.journal.lease.LeaderTerm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongFunction;
import org.apache.hadoop.fs.FileUtil;

/** A database for Hadoop's applications, in which each requested term leads. */
public final class TestRows implements LongFunction<FencedStore>, AutoCloseable {
  private final Path folder;
  private final JournalDatabase database;
  private long taken;

  TestRows() {
    try {
      folder = Files.createTempDirectory("ebb-rows");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    database = TestDatabase.open(folder);
  }

  @Override
  public synchronized FencedStore apply(long term) {
    while (taken < term) {
      taken = terms().takeNext();
    }
    return database.fencedStore(term);
  }

  LeaderTerm terms() {
    return database.leaderTerm();
  }

  @Override
  public void close() {
    database.close();
    FileUtil.fullyDelete(folder.toFile());
  }
}
