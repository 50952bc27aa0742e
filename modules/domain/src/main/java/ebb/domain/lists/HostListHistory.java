package ebb.domain.lists;

import java.util.ArrayList;
import java.util.List;

/**
 * The names of the lists that files had when they were put in force, so that an old copy of a file
 * is noticed.
 *
 * @param hashes see {@link ListsHash}; each once, the one in force last
 */
public record HostListHistory(List<String> hashes) {
  public static final HostListHistory NONE = new HostListHistory(List.of());

  /** An operator works with copies of last week, not with those of a thousand changes ago. */
  private static final int REMEMBERED = 1_000;

  public HostListHistory {
    hashes = List.copyOf(hashes);
  }

  /** A release that kept no account of them wrote none. */
  static HostListHistory of(NodesListSnapshot snapshot) {
    HostListHistory known = new HostListHistory(snapshot.acceptedLists());
    return known.hashes.isEmpty() && snapshot.listVersion() > 0
        ? known.with(snapshot.listsHash())
        : known;
  }

  /** These lists are in force now. */
  public HostListHistory with(String hash) {
    if (isInForce(hash)) {
      return this;
    }
    List<String> more = new ArrayList<>(hashes);
    more.remove(hash);
    more.add(hash);
    return new HostListHistory(more.subList(Math.max(0, more.size() - REMEMBERED), more.size()));
  }

  /** Of the lists in force, as the files have them; empty before the first. */
  String inForce() {
    return hashes.isEmpty() ? "" : hashes.get(hashes.size() - 1);
  }

  /** Whether these lists were in force once, and others replaced them. */
  public boolean areOlder(String hash) {
    return !isInForce(hash) && hashes.contains(hash);
  }

  boolean isInForce(String hash) {
    return inForce().equals(hash);
  }
}
