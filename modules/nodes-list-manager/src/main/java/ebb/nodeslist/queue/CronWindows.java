package ebb.nodeslist.queue;

import com.cronutils.model.CronType;
import com.cronutils.model.definition.CronDefinitionBuilder;
import com.cronutils.model.time.ExecutionTime;
import com.cronutils.parser.CronParser;
import com.typesafe.config.Config;
import ebb.domain.queue.Windows;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The windows of {@code ebb.windows} by name; docs/configuration.md describes their keys. A window
 * opens by the clock of its time zone, and stays open for its length, whatever that clock does
 * meanwhile.
 */
public record CronWindows(SortedMap<String, Window> windows) implements Windows {
  private static final String PATH = "ebb.windows";
  private static final Pattern NAME = Pattern.compile("[a-z0-9-]{1,40}");
  private static final Set<String> KEYS = Set.of("name", "opens", "for", "zone");
  private static final Duration SHORTEST = Duration.ofMinutes(1);
  private static final Duration LONGEST = Duration.ofDays(7);

  record Window(ExecutionTime opens, Duration length, ZoneId zone) {
    private Optional<Instant> opensAfter(Instant at) {
      // It opens at full minutes.
      ZonedDateTime local = at.truncatedTo(ChronoUnit.SECONDS).atZone(zone);
      return opens.nextExecution(local).map(ZonedDateTime::toInstant);
    }

    private boolean isOpen(Instant at) {
      return opensAfter(at.minus(length)).filter(opened -> !opened.isAfter(at)).isPresent();
    }
  }

  /**
   * Reads and checks all windows.
   *
   * @param root the whole configuration
   * @throws IllegalArgumentException with a one-line message, if a window is not allowed or never
   *     opens
   */
  public static Windows from(Config root) {
    SortedMap<String, Window> found = new TreeMap<>();
    for (Config entry : root.getConfigList(PATH)) {
      String name = required(entry, "name", PATH + ": ");
      if (!NAME.matcher(name).matches()) {
        throw refused(PATH + ": name", name, "1 to 40 of a-z, 0-9 and -");
      } else if (found.put(name, window(entry, PATH + ", " + name + ": ")) != null) {
        throw new IllegalArgumentException(PATH + " has two with the name " + name);
      }
    }
    return new CronWindows(found);
  }

  private static Window window(Config entry, String where) {
    entry.root().keySet().stream()
        .filter(key -> !KEYS.contains(key))
        .findFirst()
        .ifPresent(
            key -> {
              throw new IllegalArgumentException(where + "there is no key " + key);
            });
    String opens = required(entry, "opens", where);
    String text = required(entry, "for", where);
    Duration length = entry.getDuration("for");
    if (length.compareTo(SHORTEST) < 0 || length.compareTo(LONGEST) > 0) {
      throw refused(where + "for", text, "1 minute to 7 days");
    }
    Window window = new Window(times(opens, where), length, zone(entry, where));
    if (window.opensAfter(Instant.EPOCH).isEmpty()) {
      throw new IllegalArgumentException(
          where + "opens = " + opens + " names no day: it never opens");
    }
    return window;
  }

  private static ExecutionTime times(String cron, String where) {
    try {
      return ExecutionTime.forCron(
          new CronParser(CronDefinitionBuilder.instanceDefinitionFor(CronType.UNIX)).parse(cron));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          where + "opens = " + cron + " is not a cron expression of five fields: " + e.getMessage(),
          e);
    }
  }

  private static ZoneId zone(Config entry, String where) {
    String zone = required(entry, "zone", where);
    try {
      return ZoneId.of(zone);
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(
          where + "zone = " + zone + " is not a time zone such as Europe/Berlin or UTC", e);
    }
  }

  private static String required(Config entry, String key, String where) {
    if (!entry.hasPath(key)) {
      throw new IllegalArgumentException(where + "there is no " + key);
    }
    return entry.getString(key);
  }

  private static IllegalArgumentException refused(String key, String value, String allowed) {
    return new IllegalArgumentException(
        key + " = " + value + " is not allowed; allowed are " + allowed);
  }

  private Optional<Window> find(String name) {
    return Optional.ofNullable(windows.get(name));
  }

  @Override
  public List<String> names() {
    return List.copyOf(windows.keySet());
  }

  @Override
  public boolean isOpen(String name, Instant at) {
    return find(name).filter(window -> window.isOpen(at)).isPresent();
  }

  @Override
  public Optional<Instant> opensAfter(String name, Instant at) {
    return find(name).flatMap(window -> window.opensAfter(at));
  }
}
