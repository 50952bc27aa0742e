package ebb.admin;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/**
 * What a logger says while this is open; kept off the console, where an expected error misleads.
 */
public final class CapturedLog implements AutoCloseable {
  private final Logger logger;
  private final ListAppender<ILoggingEvent> appender = new ListAppender<>();

  private CapturedLog(Logger logger) {
    this.logger = logger;
  }

  public static CapturedLog of(String name) {
    CapturedLog log = new CapturedLog((Logger) LoggerFactory.getLogger(name));
    // Others write while the test reads.
    log.appender.list = new CopyOnWriteArrayList<>();
    log.appender.start();
    log.logger.addAppender(log.appender);
    log.logger.setAdditive(false);
    return log;
  }

  /** Each with the message of its cause. */
  public List<String> messages() {
    return appender.list.stream()
        .map(
            event ->
                event.getThrowableProxy() == null
                    ? event.getFormattedMessage()
                    : event.getFormattedMessage() + ": " + event.getThrowableProxy().getMessage())
        .toList();
  }

  @Override
  public void close() {
    logger.setAdditive(true);
    logger.detachAppender(appender);
  }
}
