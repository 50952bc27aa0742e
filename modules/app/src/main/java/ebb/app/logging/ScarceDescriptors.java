package ebb.app.logging;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.turbo.TurboFilter;
import ch.qos.logback.core.spi.FilterReply;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;

/**
 * While the process has no file descriptor left, each of its ports fails with a stack trace at
 * every try, and the log rolls over within seconds to a file that cannot be opened. So of lines
 * with this reason one a minute of each kind is written. Other lines pass.
 */
final class ScarceDescriptors extends TurboFilter {
  private static final String REASON = "Too many open files";
  private static final Duration BETWEEN = Duration.ofMinutes(1);

  private static final int MOST_KINDS = 1_000;

  /** Of each kind of line, when the last was written. */
  private final Map<String, Long> last = new ConcurrentHashMap<>();

  private final LongSupplier nanoTime;

  ScarceDescriptors(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  @Override
  public FilterReply decide(
      @Nullable Marker marker,
      Logger logger,
      Level level,
      @Nullable String format,
      @Nullable Object @Nullable [] parameters,
      @Nullable Throwable failure) {
    Throwable told = failure == null ? lastOf(parameters) : failure;
    if (format == null || told == null || !hasReason(told)) {
      return FilterReply.NEUTRAL;
    }
    String kind = kindOf(logger, format, told);
    long now = nanoTime.getAsLong();
    Long before = last.putIfAbsent(kind, now);
    if (before == null) {
      return FilterReply.NEUTRAL;
    }
    boolean again = now - before >= BETWEEN.toNanos() && last.replace(kind, before, now);
    return again ? FilterReply.NEUTRAL : FilterReply.DENY;
  }

  /** Hadoop writes numbers and the peer's address into the format: what is before them counts. */
  private String kindOf(Logger logger, String format, Throwable failure) {
    int digit = 0;
    while (digit < format.length() && !Character.isDigit(format.charAt(digit))) {
      digit++;
    }
    String kind =
        logger.getName() + ' ' + failure.getClass().getName() + ' ' + format.substring(0, digit);
    return last.containsKey(kind) || last.size() < MOST_KINDS ? kind : "";
  }

  /** Where SLF4J takes the throwable from if a line has other parameters too. */
  private static @Nullable Throwable lastOf(@Nullable Object @Nullable [] parameters) {
    return parameters != null
            && parameters.length > 0
            && parameters[parameters.length - 1] instanceof Throwable failure
        ? failure
        : null;
  }

  private static boolean hasReason(Throwable failure) {
    @Nullable Throwable cause = failure;
    for (int depth = 0; cause != null && depth < 8; depth++, cause = cause.getCause()) {
      String message = cause.getMessage();
      if (message != null && message.contains(REASON)) {
        return true;
      }
    }
    return false;
  }
}
