package ebb.domain.lists;

import ebb.domain.DrainTimeout;
import ebb.domain.lists.NodesListEvent.ExcludesEdited;
import ebb.domain.lists.NodesListEvent.RefreshAccepted;
import ebb.domain.provenance.Provenance;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The hosts that operators excluded through Ebb. This complements the exclude file with a timeout
 * that plain text cannot hold and, while drains are protected, with the exclusion itself.
 * Immutable.
 */
record OperatorExcludes(SortedMap<String, OperatorExclude> byHost) {
  static final OperatorExcludes NONE = new OperatorExcludes(new TreeMap<>());

  /** Longer than the time between a refresh's read of the files and its commit. */
  private static final Duration LONGEST_REFRESH = Duration.ofMinutes(2);

  OperatorExcludes {
    byHost = Collections.unmodifiableSortedMap(new TreeMap<>(byHost));
  }

  static OperatorExcludes of(List<OperatorExclude> all) {
    SortedMap<String, OperatorExclude> byHost = new TreeMap<>();
    all.forEach(each -> byHost.put(each.host(), each));
    return new OperatorExcludes(byHost);
  }

  OperatorExcludes edited(ExcludesEdited event) {
    SortedMap<String, OperatorExclude> next = new TreeMap<>(byHost);
    next.keySet().removeAll(event.removed());
    event
        .added()
        .forEach(
            each ->
                next.put(
                    each.host(), new OperatorExclude(each.host(), each.timeout(), event.by())));
    return new OperatorExcludes(next);
  }

  /**
   * Drops hosts whose exclusion was in force and no longer is: a later entry for such a host is a
   * new request. A host whose exclusion was not in force yet waits for the refresh of its edit.
   */
  OperatorExcludes replaced(HostLists before, HostLists now) {
    if (byHost.isEmpty()) {
      return this;
    }
    SortedMap<String, OperatorExclude> next = new TreeMap<>(byHost);
    next.keySet()
        .removeIf(host -> before.excludes().containsKey(host) && !now.excludes().containsKey(host));
    return new OperatorExcludes(next);
  }

  /**
   * Drops hosts whose exclusion is not in force after a refresh that read the files after the edit:
   * somebody has removed the entry from the file. The refresh right after the edit may have read
   * the files before it.
   *
   * @param inForce the lists in force with this refresh
   */
  OperatorExcludes refreshed(RefreshAccepted event, HostLists inForce) {
    boolean readLists = event.type() == RefreshType.NORMAL || event.type() == RefreshType.GRACEFUL;
    if (!readLists || byHost.isEmpty()) {
      return this;
    }
    SortedMap<String, OperatorExclude> next = new TreeMap<>(byHost);
    next.values()
        .removeIf(
            each ->
                !inForce.excludes().containsKey(each.host()) && isReadSince(each.by(), event.by()));
    return new OperatorExcludes(next);
  }

  private static boolean isReadSince(Provenance edit, Provenance refresh) {
    return refresh.listVersion() > edit.listVersion() + 1
        || refresh.at().isAfter(edit.at().plus(LONGEST_REFRESH));
  }

  /**
   * The lists that a refresh puts in force.
   *
   * @param files the lists as read from the files; a timeout there takes precedence over an
   *     operator's
   * @param inForce the lists in force so far; a host that the file does not contain keeps its
   *     timeout from here
   * @param keeps which hosts stay excluded although the file does not contain them. A host that no
   *     refresh has put in force yet has no drain to keep, and NORMAL would end it at once
   */
  HostLists complete(HostLists files, HostLists inForce, Predicate<String> keeps) {
    if (byHost.isEmpty()) {
      return files;
    }
    SortedMap<String, Optional<DrainTimeout>> excludes = new TreeMap<>(files.excludes());
    byHost.forEach(
        (host, exclude) -> {
          if (excludes.containsKey(host)) {
            excludes.computeIfPresent(host, (same, timeout) -> timeout.or(exclude::timeout));
          } else if (inForce.excludes().containsKey(host) && keeps.test(host)) {
            excludes.put(
                host,
                exclude
                    .timeout()
                    .or(() -> inForce.excludes().getOrDefault(host, Optional.empty())));
          }
        });
    return new HostLists(files.includes(), excludes);
  }
}
