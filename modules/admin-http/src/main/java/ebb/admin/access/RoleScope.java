package ebb.admin.access;

import ebb.domain.text.HostPattern;
import ebb.nodeslist.observed.NodeSelection;
import ebb.nodeslist.observed.ObservedNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The nodes that a role may change: those with one of the labels, in one of the racks, or on one of
 * the hosts.
 *
 * @param text as the users file has it
 */
record RoleScope(List<NodeSelection> any, List<HostPattern> hosts, String text) {
  private static final String HOSTS = "hosts";

  /** Reads {@code label=gpu}, {@code rack=/r1,/r2} and {@code hosts=gpu*}. */
  static final class Builder {
    private final List<NodeSelection> any = new ArrayList<>();
    private final List<HostPattern> hosts = new ArrayList<>();
    private final List<String> words = new ArrayList<>();

    /**
     * @return false if the word selects no nodes
     */
    boolean take(String word) {
      int equals = word.indexOf('=');
      List<String> values = List.of(word.substring(equals + 1).split(",", -1));
      if (equals < 0 || values.stream().anyMatch(String::isBlank)) {
        return false;
      }
      Optional<NodeSelection> selection =
          switch (word.substring(0, equals)) {
            case "label" -> Optional.of(selection(List.of(), Set.of(), Set.copyOf(values)));
            case "rack" -> Optional.of(selection(List.of(), Set.copyOf(values), Set.of()));
            case HOSTS -> patterns(word.substring(equals + 1));
            default -> Optional.empty();
          };
      selection.ifPresent(
          nodes -> {
            any.add(nodes);
            hosts.addAll(nodes.hosts());
            words.add(word);
          });
      return selection.isPresent();
    }

    /** Ranges have commas, too, so these are no values in the sense of the others. */
    private static Optional<NodeSelection> patterns(String text) {
      try {
        List<HostPattern> patterns = new ArrayList<>();
        for (String pattern : text.split(",(?![^\\[]*])", -1)) {
          patterns.add(HostPattern.parse(pattern));
        }
        return Optional.of(selection(patterns, Set.of(), Set.of()));
      } catch (IllegalArgumentException e) {
        return Optional.empty();
      }
    }

    private static NodeSelection selection(
        List<HostPattern> hosts, Set<String> racks, Set<String> labels) {
      return new NodeSelection(hosts, Set.of(), racks, labels, Set.of(), Set.of());
    }

    Optional<RoleScope> build() {
      return any.isEmpty()
          ? Optional.empty()
          : Optional.of(
              new RoleScope(List.copyOf(any), List.copyOf(hosts), String.join(" or ", words)));
    }
  }

  boolean includes(ObservedNode node) {
    return any.stream().anyMatch(each -> each.matches(node));
  }

  /** Whether a host of which no node is known belongs to it. */
  boolean includesHost(String host) {
    return hosts.stream().anyMatch(pattern -> pattern.matches(host));
  }

  @Override
  public String toString() {
    return text;
  }
}
