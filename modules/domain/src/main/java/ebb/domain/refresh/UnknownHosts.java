package ebb.domain.refresh;

import ebb.domain.lists.NodesListState;
import ebb.domain.text.NaturalOrder;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Finds hosts that probably do not exist. */
public final class UnknownHosts {
  private UnknownHosts() {}

  /**
   * What is wrong with these hosts: neither a node, nor an exclude list, nor the queue has them.
   *
   * @param listed hosts of the exclude file
   * @return one line for people; empty if all are known
   */
  public static Optional<String> problem(
      NodesListState state, Collection<String> hosts, Collection<String> listed) {
    Set<String> unknown = new TreeSet<>(NaturalOrder.INSTANCE);
    unknown.addAll(hosts);
    unknown.removeAll(listed);
    unknown.removeAll(state.lists().excludes().keySet());
    unknown.removeAll(state.queue().hosts());
    state
        .register()
        .forEach(
            (node, address) ->
                List.of(node.host(), address.host(), address.ip()).forEach(unknown::remove));
    return unknown.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "No node of host "
                + String.join(", ", unknown)
                + " is known, by name or by address, and the exclude list does not name it");
  }
}
