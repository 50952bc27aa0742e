package ebb.app.logging;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.LoggingEvent;
import ebb.domain.text.TextLimit;
import ebb.domain.text.VisibleText;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An event whose message is one line of bounded length, as {@link VisibleText}. The messages of its
 * exceptions are, too; their stack traces stay.
 */
final class VisibleEvent extends LoggingEvent {
  /** The longest message. Hadoop's line about a queue at its start has some 5,000 characters. */
  static final int LONGEST = 8 * 1024;

  private static final String TAB = "\t";

  private final ILoggingEvent event;
  private final @Nullable IThrowableProxy throwable;

  private VisibleEvent(
      ILoggingEvent event, String message, String thread, @Nullable IThrowableProxy throwable) {
    this.event = event;
    this.throwable = throwable;
    setLoggerName(event.getLoggerName());
    setLoggerContextRemoteView(event.getLoggerContextVO());
    setLevel(event.getLevel());
    setTimeStamp(event.getTimeStamp());
    setThreadName(thread);
    setMessage(message);
    setMDCPropertyMap(event.getMDCPropertyMap());
    if (event.getMarker() != null) {
      setMarker(event.getMarker());
    }
  }

  /** The event itself if it has nothing to replace. */
  @SuppressWarnings("ReferenceEquality") // the text itself
  static ILoggingEvent of(ILoggingEvent event) {
    String message = String.valueOf(event.getFormattedMessage());
    String shown = line(message);
    String thread = line(event.getThreadName());
    IThrowableProxy throwable = event.getThrowableProxy();
    return shown == message && thread == event.getThreadName() && throwable == null
        ? event
        : new VisibleEvent(event, shown, thread, VisibleThrowable.of(throwable));
  }

  /** Tabs stay, because they separate the fields of Hadoop's audit log. */
  static String line(String text) {
    String start = TextLimit.cut(text, LONGEST);
    String shown = start.indexOf('\t') < 0 ? VisibleText.of(start) : fields(start);
    return text.length() > LONGEST || shown.length() > LONGEST
        ? TextLimit.cut(shown, LONGEST) + "... (of " + text.length() + " characters)"
        : shown;
  }

  private static String fields(String text) {
    return Stream.of(text.split(TAB, -1)).map(VisibleText::of).collect(Collectors.joining(TAB));
  }

  @Override
  public @Nullable IThrowableProxy getThrowableProxy() {
    return throwable;
  }

  @Override
  public StackTraceElement[] getCallerData() {
    return event.getCallerData();
  }

  @Override
  public boolean hasCallerData() {
    return event.hasCallerData();
  }
}
