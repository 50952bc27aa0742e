package ebb.nodeslist.lists;

import ebb.domain.lists.HostLists;
import ebb.domain.lists.ListsHash;
import ebb.domain.lists.NodesListState;
import java.util.Optional;

/**
 * Decides whether substitute lists count. These are the lists that the yarn-site.xml of the
 * configuration folder names, where a configuration provider that reads from elsewhere has no such
 * file. They count once they have been seen to be in force. Other lists may date from before the
 * provider had its file, and would cancel drains.
 *
 * <p>Soft state: a new leader trusts the lists that it finds in force. May be used by any thread.
 */
public final class SubstituteLists {
  private static final String STRANGE =
      "The configuration provider has no yarn-site.xml, and the local one names lists"
          + " that are not in force; put yarn-site.xml where the provider reads it, or put back what"
          + " is in force ('ebb lists' shows it)";

  private final boolean protectDrains;
  private volatile boolean areInForce;

  /**
   * @param protectDrains the setting {@code ebb.protect-drains}
   */
  public SubstituteLists(boolean protectDrains) {
    this.protectDrains = protectDrains;
  }

  /**
   * Call this after each read of the lists.
   *
   * @param files the lists as the files have them
   * @return why the lists do not count; empty if they do
   */
  public Optional<String> problem(NodesListState state, boolean isSubstitute, HostLists files) {
    if (!isSubstitute) {
      areInForce = false;
      return Optional.empty();
    }
    HostLists next = state.toPutInForce(files, protectDrains);
    if (state.listVersion() == 0 || ListsHash.of(next).equals(state.listsHash())) {
      areInForce = true;
    }
    return areInForce ? Optional.empty() : Optional.of(STRANGE);
  }
}
