package ebb.differential;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.slf4j.LoggerFactory;

/** Counts by kind since the last reset. One for the process, as there is one pump. */
final class Budget {
  static final Budget INSTANCE = new Budget();

  /** The kinds that are counted separately. */
  enum Part {
    LEADER_AND_NODES("messages between leader and nodes"),
    NODE_AND_WATCHER("messages between a node and its watcher"),
    LEADER("messages within the leader"),
    /** Each is one message with the question, and its answer is counted as none. */
    ASKS("asks"),
    /** Events only, without snapshots. */
    ROWS("rows"),
    WRITES("writes"),
    LOG_LINES("lines in the log"),
    TIMERS("timers that fired");

    private final String title;

    Part(String title) {
      this.title = title;
    }
  }

  private static final Logger LOG = (Logger) LoggerFactory.getLogger("ebb");

  private final Map<Part, SortedMap<String, SortedMap<String, Integer>>> counts =
      new EnumMap<>(Part.class);

  private final AppenderBase<ILoggingEvent> lines =
      new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent line) {
          String logger = line.getLoggerName();
          String name = logger.substring(logger.lastIndexOf('.') + 1);
          count(Part.LOG_LINES, line.getLevel().toString(), name);
        }
      };

  private Budget() {}

  /** From now on log events of Ebb are counted here instead of written. */
  void takeLog() {
    LOG.setLevel(Level.INFO);
    LOG.setAdditive(false);
    LOG.addAppender(lines);
    lines.start();
  }

  void giveLogBack() {
    lines.stop();
    LOG.detachAppender(lines);
    LOG.setAdditive(true);
    LOG.setLevel(null);
  }

  synchronized void clear() {
    counts.clear();
  }

  synchronized void count(Part part, String who, String kind) {
    counts
        .computeIfAbsent(part, absent -> new TreeMap<>())
        .computeIfAbsent(who, absent -> new TreeMap<>())
        .merge(kind, 1, Integer::sum);
  }

  /** The sum of each part, and a line for each actor that contributed. */
  synchronized String table() {
    StringBuilder table = new StringBuilder();
    counts.forEach(
        (part, all) -> {
          int sum = all.values().stream().flatMapToInt(Budget::numbers).sum();
          table.append(String.format(Locale.ROOT, "%d %s\n", sum, part.title));
          all.forEach((who, kinds) -> table.append("  " + who + ": " + list(kinds) + "\n"));
        });
    return table.toString();
  }

  private static IntStream numbers(Map<String, Integer> kinds) {
    return kinds.values().stream().mapToInt(n -> n);
  }

  private static String list(Map<String, Integer> kinds) {
    return kinds.entrySet().stream()
        .map(each -> each.getValue() + " " + each.getKey())
        .collect(Collectors.joining(", "));
  }
}
