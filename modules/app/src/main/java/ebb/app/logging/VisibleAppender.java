package ebb.app.logging;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.UnsynchronizedAppenderBase;
import java.util.ArrayList;
import java.util.List;

/**
 * Passes on each event as a {@link VisibleEvent}. It stands in front of every appender, whatever
 * logback.xml configures and whichever library logs, including Hadoop.
 */
final class VisibleAppender extends UnsynchronizedAppenderBase<ILoggingEvent> {
  private final Appender<ILoggingEvent> inner;

  private VisibleAppender(Appender<ILoggingEvent> inner) {
    this.inner = inner;
    setContext(inner.getContext());
    setName(inner.getName());
  }

  /** Wraps all appenders, so that no line bypasses this one. */
  static void install(LoggerContext context) {
    context.getLoggerList().forEach(VisibleAppender::install);
  }

  private static void install(Logger logger) {
    List<Appender<ILoggingEvent>> present = new ArrayList<>();
    logger.iteratorForAppenders().forEachRemaining(present::add);
    for (Appender<ILoggingEvent> each : present) {
      if (!(each instanceof VisibleAppender)) {
        VisibleAppender visible = new VisibleAppender(each);
        visible.start();
        logger.addAppender(visible);
        logger.detachAppender(each);
      }
    }
  }

  @Override
  protected void append(ILoggingEvent event) {
    inner.doAppend(VisibleEvent.of(event));
  }

  @Override
  public void stop() {
    super.stop();
    inner.stop();
  }
}
