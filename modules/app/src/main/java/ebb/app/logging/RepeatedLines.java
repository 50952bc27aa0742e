package ebb.app.logging;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.turbo.TurboFilter;
import ch.qos.logback.core.spi.FilterReply;
import ebb.domain.provenance.PeerNetwork;
import ebb.domain.text.LinesPerMinute;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;

/**
 * Limits lines of libraries that outsiders can trigger as often as they like, or that come with
 * every retry while a resource is scarce. One line per minute is written of each kind, separately
 * for each network of peers that a line names. The next one reports how many were left out. Other
 * lines pass.
 *
 * <ul>
 *   <li>Lines of Hadoop's RPC about requests and connections that it rejects, and about logins that
 *       failed.
 *   <li>Failures because the process has no file descriptor left: each of its ports logs every
 *       retry, and the log rolls over within seconds to a file that cannot be opened.
 * </ul>
 */
final class RepeatedLines extends TurboFilter {
  private static final String SCARCE = "Too many open files";
  private static final String RPC = "org.apache.hadoop.ipc.";
  private static final String LOGINS = "SecurityLogger.";

  /** After them come names of methods and users, which the peer chooses. */
  private static final Pattern FIRST_WORDS = Pattern.compile("^\\s*\\S+(\\s+\\S+){0,2}");

  private static final Pattern NUMBER = Pattern.compile("\\d+");

  /** An address as InetAddress writes it. */
  private static final Pattern ADDRESS =
      Pattern.compile(
          "(?<![\\w.:])(\\d{1,3}(?:\\.\\d{1,3}){3}|[0-9a-f]{1,4}(?::[0-9a-f]{1,4}){7})");

  private final LinesPerMinute lines;

  RepeatedLines(LongSupplier nanoTime) {
    lines = new LinesPerMinute(1, nanoTime);
  }

  @Override
  public FilterReply decide(
      @Nullable Marker marker,
      Logger logger,
      Level level,
      @Nullable String format,
      @Nullable Object @Nullable [] parameters,
      @Nullable Throwable failure) {
    if (format == null || !level.isGreaterOrEqual(logger.getEffectiveLevel())) {
      return FilterReply.NEUTRAL;
    }
    Throwable told = failure == null ? lastOf(parameters) : failure;
    boolean scarce = told != null && hasReason(told);
    if (!scarce && !isOfAPeer(logger, level, format, told)) {
      return FilterReply.NEUTRAL;
    }
    OptionalLong leftOut =
        lines.next(
            kindOf(logger, format, told),
            scarce ? Optional.empty() : networkIn(format, parameters));
    if (leftOut.isEmpty()) {
      return FilterReply.DENY;
    }
    if (leftOut.getAsLong() > 0) {
      logger
          .getLoggerContext()
          .getLogger(RepeatedLines.class)
          .log(
              null,
              Logger.FQCN,
              Level.toLocationAwareLoggerInteger(level),
              "{} more lines like the next one were left out in the last minutes",
              new Object[] {leftOut.getAsLong()},
              null);
    }
    return FilterReply.NEUTRAL;
  }

  /** A server that starts or stops names no peer. */
  private static boolean isOfAPeer(
      Logger logger, Level level, String format, @Nullable Throwable told) {
    boolean serious = level.isGreaterOrEqual(Level.WARN);
    return logger.getName().startsWith(LOGINS)
        ? serious
        : logger.getName().startsWith(RPC)
            && (serious || told != null || format.contains(" from "));
  }

  /**
   * Hadoop puts numbers, the peer and its words into the format, so only the text before them
   * counts.
   */
  private static String kindOf(Logger logger, String format, @Nullable Throwable told) {
    int peer = format.indexOf(" from ");
    Matcher words = FIRST_WORDS.matcher(peer < 0 ? format : format.substring(0, peer));
    return logger.getName()
        + ' '
        + (told == null ? "" : told.getClass().getName())
        + ' '
        + (words.find() ? NUMBER.matcher(words.group()).replaceAll("#") : "");
  }

  private static Optional<PeerNetwork> networkIn(
      String format, @Nullable Object @Nullable [] parameters) {
    return Stream.concat(
            Stream.of(format),
            parameters == null ? Stream.empty() : Arrays.stream(parameters).map(String::valueOf))
        .map(ADDRESS::matcher)
        .filter(Matcher::find)
        .findFirst()
        .map(found -> PeerNetwork.of(found.group(1)));
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
      if (message != null && message.contains(SCARCE)) {
        return true;
      }
    }
    return false;
  }
}
