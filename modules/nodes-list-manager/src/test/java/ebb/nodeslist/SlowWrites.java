package ebb.nodeslist;

import akka.persistence.testkit.JournalOperation;
import akka.persistence.testkit.ProcessingPolicy;
import akka.persistence.testkit.ProcessingResult;
import akka.persistence.testkit.ProcessingSuccess;
import akka.persistence.testkit.WriteEvents;
import java.util.concurrent.CountDownLatch;

/**
 * Writes take until the disk is ready.
 *
 * @param begun open from the first write on
 */
record SlowWrites(CountDownLatch begun, CountDownLatch disk)
    implements ProcessingPolicy<JournalOperation> {
  SlowWrites(CountDownLatch disk) {
    this(new CountDownLatch(1), disk);
  }

  @Override
  public ProcessingResult tryProcess(String persistenceId, JournalOperation operation) {
    if (operation instanceof WriteEvents) {
      begun.countDown();
      try {
        disk.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
    return ProcessingSuccess.getInstance();
  }
}
