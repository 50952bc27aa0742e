package ebb.nodeslist.lists;

import ebb.domain.lists.HostLists;
import ebb.domain.lists.NodesListState;
import ebb.domain.lists.OperatorExclude;
import ebb.domain.refresh.RefreshPlan;
import ebb.domain.refresh.RefreshRequest;
import ebb.domain.text.NaturalOrder;
import ebb.hosts.ListSource;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Warns of effects that the caller of a refresh may not expect. */
public final class RefreshWarnings {
  /** How many hosts or nodes a warning names. */
  private static final int MOST_NAMED = 20;

  private final boolean protectDrains;

  /**
   * @param protectDrains the setting {@code ebb.protect-drains}
   */
  public RefreshWarnings(boolean protectDrains) {
    this.protectDrains = protectDrains;
  }

  /** One line for each warning; none for a request that reads no lists. */
  public List<String> of(
      NodesListState state,
      RefreshRequest request,
      ListSource.Settings settings,
      RefreshPlan plan) {
    if (!request.readsLists()) {
      return List.of();
    }
    List<String> warnings = new ArrayList<>(settings.warnings());
    HostLists next = state.toPutInForce(settings.lists(), protectDrains);
    List<String> kept = HostListQueries.kept(settings.lists(), next);
    if (!kept.isEmpty()) {
      warnings.add(
          "The exclude file lacks "
              + few(kept)
              + ", which ebb.protect-drains keeps excluded; 'ebb recommission' puts them back");
    }
    List<String> forgotten = forgotten(state, next);
    if (!forgotten.isEmpty()) {
      warnings.add(
          "No list names "
              + few(forgotten)
              + " any more, which ebb.protect-drains kept excluded; it keeps them no longer");
    }
    if (!plan.spared().isEmpty()) {
      warnings.add(
          "ebb.protect-drains leaves drains to their deadlines which NORMAL would end: "
              + few(plan.spared())
              + "; 'ebb force' ends them");
    }
    return warnings;
  }

  /** Hosts that operators excluded, and that only an include list keeps out from now on. */
  private List<String> forgotten(NodesListState state, HostLists next) {
    if (!protectDrains) {
      return List.of();
    }
    return state.operatorExcludes().stream()
        .map(OperatorExclude::host)
        .filter(host -> state.lists().excludes().containsKey(host))
        .filter(host -> !next.excludes().containsKey(host))
        .toList();
  }

  private static String few(List<?> some) {
    String first =
        some.stream()
            .map(Object::toString)
            .sorted(NaturalOrder.INSTANCE)
            .limit(MOST_NAMED)
            .collect(Collectors.joining(", "));
    return some.size() <= MOST_NAMED
        ? first
        : first + " and " + (some.size() - MOST_NAMED) + " more";
  }
}
