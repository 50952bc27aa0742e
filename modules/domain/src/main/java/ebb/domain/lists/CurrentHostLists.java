package ebb.domain.lists;

import ebb.domain.DrainTimeout;
import ebb.domain.lists.NodesListEvent.ListsRead;
import ebb.domain.lists.NodesListEvent.RefreshAccepted;
import java.time.Instant;
import java.util.Optional;

/**
 * The lists and settings that refreshes have put in force. Immutable.
 *
 * @param version number of the last accepted refresh, counted from 1; 0 before the first
 * @param hash of the lists, see {@link ListsHash}; empty before the first
 * @param settings the lists in force and the settings that the last refresh found
 * @param accepted the file lists that were put in force
 * @param since when the current lists came into force; unchanged by refreshes that find the same
 *     lists
 */
record CurrentHostLists(
    long version, String hash, ListSettings settings, HostListHistory accepted, Instant since) {
  /** The state before the first start has read the lists. */
  static final CurrentHostLists NONE =
      new CurrentHostLists(
          0,
          "",
          new ListSettings(HostLists.EMPTY, DrainTimeout.INFINITE, Optional.empty()),
          HostListHistory.NONE,
          Instant.EPOCH);

  static CurrentHostLists of(NodesListSnapshot snapshot) {
    return new CurrentHostLists(
        snapshot.listVersion(),
        snapshot.listsHash(),
        new ListSettings(snapshot.lists(), snapshot.configured(), snapshot.includePath()),
        HostListHistory.of(snapshot),
        snapshot.listsSince().orElse(Instant.EPOCH));
  }

  /**
   * Adds the content of the lists. The refresh that is written with it only contains their hash.
   */
  CurrentHostLists read(ListsRead event) {
    return new CurrentHostLists(
        version,
        event.hash(),
        new ListSettings(event.lists(), settings.configured(), settings.includePath()),
        accepted,
        since);
  }

  CurrentHostLists refreshed(RefreshAccepted event) {
    if (!event.listsHash().equals(hash)) {
      throw new IllegalStateException(
          "refresh " + event.listVersion() + " refers to lists that are not in the journal");
    }
    String files = event.filesHash().orElse(hash);
    return new CurrentHostLists(
        event.listVersion(),
        hash,
        new ListSettings(settings.lists(), event.configured(), event.includePath()),
        accepted.with(files),
        accepted.isInForce(files) ? since : event.by().at());
  }
}
