package ebb.nodeslist;

import ebb.domain.DrainTimeout;
import ebb.domain.lists.HostLists;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** List files that a test can change under the reader's feet. */
final class FakeLists implements ListSource {
  static final DrainTimeout CONFIGURED = DrainTimeout.ofSeconds(3600);

  private HostLists lists = HostLists.EMPTY;
  private @Nullable String fault;
  private int reads;

  @Override
  public synchronized Settings read() throws ListSourceException {
    reads++;
    if (fault != null) {
      throw new ListSourceException(RefreshRejection.LIST_UNREADABLE, fault);
    }
    return new Settings(lists, CONFIGURED);
  }

  synchronized void exclude(String... hosts) {
    fault = null;
    Map<String, Optional<DrainTimeout>> excludes = new HashMap<>();
    for (String host : hosts) {
      excludes.put(host, Optional.empty());
    }
    lists = HostLists.of(Set.of(), excludes);
  }

  synchronized void breakWith(String reason) {
    fault = reason;
  }

  synchronized int reads() {
    return reads;
  }
}
