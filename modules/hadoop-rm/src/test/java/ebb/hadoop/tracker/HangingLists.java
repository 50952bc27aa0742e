package ebb.hadoop.tracker;

import ebb.hosts.ListSource;
import ebb.hosts.ListSourceException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/**
 * Lists on a file system that does not answer until it is told to. A read hangs, as on an
 * unavailable network file system, and no interrupt ends it.
 */
final class HangingLists implements ListSource {
  private final ListSource files;
  private volatile CountDownLatch answers = new CountDownLatch(0);

  HangingLists(ListSource files) {
    this.files = files;
  }

  void hang() {
    answers = new CountDownLatch(1);
  }

  void answer() {
    answers.countDown();
  }

  @Override
  public Settings read() throws ListSourceException {
    awaitAnswer();
    return files.read();
  }

  @Override
  public ListFiles inspect() {
    awaitAnswer();
    return files.inspect();
  }

  @Override
  public Optional<Path> excludeFile() throws ListSourceException {
    awaitAnswer();
    return files.excludeFile();
  }

  private void awaitAnswer() {
    CountDownLatch latch = answers;
    boolean interrupted = false;
    while (latch.getCount() > 0) {
      try {
        latch.await();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
