package ebb.nodeslist;

import akka.persistence.testkit.JournalOperation;
import akka.persistence.testkit.ProcessingPolicy;
import akka.persistence.testkit.ProcessingResult;
import akka.persistence.testkit.ProcessingSuccess;
import akka.persistence.testkit.WriteEvents;
import java.util.concurrent.CountDownLatch;

/** Writes take until the latch is open. */
record SlowWrites(CountDownLatch disk) implements ProcessingPolicy<JournalOperation> {
  @Override
  public ProcessingResult tryProcess(String persistenceId, JournalOperation operation) {
    if (operation instanceof WriteEvents) {
      try {
        disk.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
    return ProcessingSuccess.getInstance();
  }
}
