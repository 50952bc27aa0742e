package ebb.differential;

import akka.event.LoggingAdapter;
import akka.testkit.ExplicitlyTriggeredScheduler;
import com.typesafe.config.Config;
import java.lang.reflect.Field;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Akka's scheduler with time by hand, without the tenth of a second that its own way to let time
 * pass sleeps so that dispatchers come to rest: here the pump knows when they are.
 */
public final class HandScheduler extends ExplicitlyTriggeredScheduler {
  private final AtomicLong currentTime;

  /** Called by Akka. */
  public HandScheduler(Config config, LoggingAdapter log, ThreadFactory threads) {
    super(config, log, threads);
    try {
      Field field = ExplicitlyTriggeredScheduler.class.getDeclaredField("currentTime");
      field.setAccessible(true);
      currentTime = (AtomicLong) field.get(this);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  void pass(int millis) {
    long end = currentTime.get() + millis;
    executeTasks(end);
    currentTime.set(end);
  }
}
