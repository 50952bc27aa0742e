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
 * The hosts that operators excluded through Ebb, beside what the exclude file says of them: a
 * timeout that plain text cannot hold, and, while drains are protected, that they are excluded at
 * all. Immutable.
 */
record OperatorExcludes(SortedMap<String, OperatorExclude> byHost) {
  static final OperatorExcludes NONE = new OperatorExcludes(new TreeMap<>());

  /** More than passes between its read of the files and its commit. */
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
   * A host that was in force and is no longer is nobody's word any more: whoever lists it later
   * means something else. One that was not in force yet waits for the refresh that its edit is for.
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
   * A host that was never in force, and that a refresh did not find in the files though it read
   * them after the edit: somebody has taken it out there. The refresh right after the edit may have
   * read them before.
   *
   * @param inForce with this refresh
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
   * @param files as the files have them; a timeout there counts before an operator's
   * @param inForce until now, from which a host that the file lacks keeps its timeout
   * @param keeps which hosts stay excluded that the file lacks; one that no refresh has put in
   *     force yet has no drain to keep, and NORMAL would end it at once
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
