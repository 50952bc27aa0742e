package ebb.hadoop.tracker;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.net.DNSToSwitchMapping;

/** Created by Hadoop, by class name. Finds no rack for some hosts until it is allowed to. */
public final class HangingTopology implements DNSToSwitchMapping {
  static final String HANGS = "127.0.66.";
  static volatile CountDownLatch answer = new CountDownLatch(0);
  static final AtomicInteger QUESTIONS = new AtomicInteger();

  @Override
  public List<String> resolve(List<String> names) {
    QUESTIONS.incrementAndGet();
    if (names.stream().anyMatch(name -> name.startsWith(HANGS))) {
      try {
        answer.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    return names.stream().map(name -> "/default-rack").toList();
  }

  @Override
  public void reloadCachedMappings() {}

  @Override
  public void reloadCachedMappings(List<String> names) {}
}
