package ebb.app.logging;

import ch.qos.logback.classic.pattern.MessageConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;

/** The message of a {@link VisibleEvent}, for a logback.xml of our own. */
public final class VisibleMessageConverter extends MessageConverter {
  @Override
  public String convert(ILoggingEvent event) {
    return VisibleEvent.of(event).getFormattedMessage();
  }
}
