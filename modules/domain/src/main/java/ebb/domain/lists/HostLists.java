package ebb.domain.lists;

import ebb.domain.DrainTimeout;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The include list and the exclude list.
 *
 * @param includes hosts that may join; empty means every host
 * @param excludes hosts to take out, each with its own timeout where the list gives one
 */
public record HostLists(
    SortedSet<String> includes, SortedMap<String, Optional<DrainTimeout>> excludes) {
  public static final HostLists EMPTY = HostLists.of(Set.of(), Map.of());

  public HostLists {
    includes = Collections.unmodifiableSortedSet(new TreeSet<>(includes));
    excludes = Collections.unmodifiableSortedMap(new TreeMap<>(excludes));
  }

  public static HostLists of(Set<String> includes, Map<String, Optional<DrainTimeout>> excludes) {
    return new HostLists(new TreeSet<>(includes), new TreeMap<>(excludes));
  }

  /** Exclusion wins over inclusion (NodesListManager.isValidNode). */
  public HostAdmission verdictOn(NodeAddress node) {
    if (excludes.containsKey(node.host())) {
      return HostAdmission.EXCLUDED_BY_HOST;
    } else if (excludes.containsKey(node.ip())) {
      return HostAdmission.EXCLUDED_BY_IP;
    }
    return isIncluded(node) ? HostAdmission.ALLOWED : HostAdmission.NOT_INCLUDED;
  }

  private boolean isIncluded(NodeAddress node) {
    return includes.isEmpty() || includes.contains(node.host()) || includes.contains(node.ip());
  }

  /** The timeout next to the host, else the one next to its IP. */
  public Optional<DrainTimeout> timeoutOf(NodeAddress node) {
    return excludes
        .getOrDefault(node.host(), Optional.empty())
        .or(() -> excludes.getOrDefault(node.ip(), Optional.empty()));
  }
}
