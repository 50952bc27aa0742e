package ebb.domain.lists;

import ebb.domain.DrainTimeout;
import ebb.domain.lists.NodesListEvent.ExcludesEdited;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The hosts that operators excluded through Ebb, beside what the exclude file says of them: a
 * timeout that plain text cannot hold, and, while drains are protected, that they are excluded at
 * all. Immutable.
 */
record OperatorExcludes(SortedMap<String, OperatorExclude> byHost) {
  static final OperatorExcludes NONE = new OperatorExcludes(new TreeMap<>());

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
   * The lists that a refresh puts in force.
   *
   * @param files as the files have them; a timeout there counts before an operator's
   * @param inForce until now, from which a host that the file lacks keeps its timeout
   * @param keepDropped whether hosts stay excluded that the file lacks; one that no refresh has put
   *     in force yet has no drain to keep, and NORMAL would end it at once
   */
  HostLists complete(HostLists files, HostLists inForce, boolean keepDropped) {
    if (byHost.isEmpty()) {
      return files;
    }
    SortedMap<String, Optional<DrainTimeout>> excludes = new TreeMap<>(files.excludes());
    byHost.forEach(
        (host, exclude) -> {
          if (excludes.containsKey(host)) {
            excludes.computeIfPresent(host, (same, timeout) -> timeout.or(exclude::timeout));
          } else if (keepDropped && inForce.excludes().containsKey(host)) {
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
