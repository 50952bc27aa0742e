package ebb.domain.lists;

import java.util.ArrayList;
import java.util.List;

/**
 * The hashes of the file lists that were put in force, by which an old copy of a file is detected.
 *
 * @param hashes see {@link ListsHash}; without duplicates, the one in force last
 */
public record HostListHistory(List<String> hashes) {
  public static final HostListHistory NONE = new HostListHistory(List.of());

  /** An operator may use a copy from last week, but not one from a thousand changes ago. */
  private static final int REMEMBERED = 1_000;

  public HostListHistory {
    hashes = List.copyOf(hashes);
  }

  /** A snapshot of an older release contains no history; it then starts with the lists in force. */
  static HostListHistory of(NodesListSnapshot snapshot) {
    HostListHistory known = new HostListHistory(snapshot.acceptedLists());
    return known.hashes.isEmpty() && snapshot.listVersion() > 0
        ? known.with(snapshot.listsHash())
        : known;
  }

  /** The history after these lists came into force. */
  public HostListHistory with(String hash) {
    if (isInForce(hash)) {
      return this;
    }
    List<String> more = new ArrayList<>(hashes);
    more.remove(hash);
    more.add(hash);
    return new HostListHistory(more.subList(Math.max(0, more.size() - REMEMBERED), more.size()));
  }

  /** Hash of the lists in force, as read from the files; empty before the first. */
  String inForce() {
    return hashes.isEmpty() ? "" : hashes.get(hashes.size() - 1);
  }

  /** Whether these lists were in force earlier and have been replaced. */
  public boolean areOlder(String hash) {
    return !isInForce(hash) && hashes.contains(hash);
  }

  boolean isInForce(String hash) {
    return inForce().equals(hash);
  }
}
