package ebb.nodeslist.lists;

import ebb.domain.lists.HostLists;
import ebb.domain.lists.ListTimes;
import ebb.hosts.ListSource;
import ebb.hosts.ListSourceException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The lists as one leader reads them. The leader thereby knows when their content changed: a list
 * that differs from its last read was written since, whatever the file system reports. For a list
 * that has not changed since the leader began, the file system's time counts, converted to the
 * journal's clock. Soft state of one term. All methods may be called from any thread.
 */
public final class ObservedLists implements ListSource {
  private final ListSource source;
  private final Clock clock;

  private @Nullable HostLists last;
  private Optional<Instant> includesChanged = Optional.empty();
  private Optional<Instant> excludesChanged = Optional.empty();

  /**
   * @param clock the journal's clock
   */
  public ObservedLists(ListSource source, Clock clock) {
    this.source = source;
    this.clock = clock;
  }

  @Override
  public Settings read() throws ListSourceException {
    Settings settings = source.read();
    ListTimes written = observe(settings.lists(), settings.written());
    return new Settings(
        settings.found(),
        settings.unregisteredAreLost(),
        written,
        settings.warnings(),
        settings.isSubstitute());
  }

  @Override
  public ListFiles inspect() {
    ListFiles found = source.inspect();
    return found
        .lists()
        .map(lists -> found.writtenAt(observe(lists, found.written())))
        .orElse(found);
  }

  @Override
  public Optional<Path> excludeFile() throws ListSourceException {
    return source.excludeFile();
  }

  private synchronized ListTimes observe(HostLists lists, ListTimes ofFiles) {
    Instant now = clock.instant();
    if (last != null && !last.includes().equals(lists.includes())) {
      includesChanged = Optional.of(now);
    }
    if (last != null && !last.excludes().equals(lists.excludes())) {
      excludesChanged = Optional.of(now);
    }
    last = lists;
    Duration ahead = Duration.between(Instant.now(), now);
    return new ListTimes(
        includesChanged.or(() -> ofFiles.includes().map(at -> at.plus(ahead))),
        excludesChanged.or(() -> ofFiles.excludes().map(at -> at.plus(ahead))));
  }
}
