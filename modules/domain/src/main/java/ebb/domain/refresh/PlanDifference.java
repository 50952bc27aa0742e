package ebb.domain.refresh;

import ebb.domain.NodeId;
import ebb.domain.lists.NodeDecision;
import ebb.domain.lists.NodesListState;
import ebb.domain.lists.Operation;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Describes what has changed since the dry run that issued a token. */
final class PlanDifference {
  /** One sentence with more names than this is unreadable. */
  private static final int MOST = 5;

  private final PlanToken.Content then;
  private final PlanToken.Content now;
  private final NodesListState state;
  private final RefreshPlan plan;

  private PlanDifference(
      PlanToken.Content then, PlanToken.Content now, NodesListState state, RefreshPlan plan) {
    this.then = then;
    this.now = now;
    this.state = state;
    this.plan = plan;
  }

  /**
   * @param wanted the token of the dry run
   * @param present the different token of the current plan
   */
  static String of(PlanToken wanted, PlanToken present, NodesListState state, RefreshPlan plan) {
    if (wanted.content().isEmpty() || present.content().isEmpty()) {
      return "This is no token of a plan";
    }
    var difference =
        new PlanDifference(
            wanted.content().orElseThrow(), present.content().orElseThrow(), state, plan);
    return difference.text();
  }

  private String text() {
    if (then.type() != now.type()) {
      return "The token is for a %s refresh, and this is a %s one"
          .formatted(then.type(), now.type());
    } else if (then.listVersion() > now.listVersion()) {
      return ("The token is for refresh %d, but the next one here is %d; is it from another"
              + " cluster?")
          .formatted(then.listVersion(), now.listVersion());
    }
    List<String> moved = new ArrayList<>();
    addOperations(moved);
    if (!then.lists().equals(now.lists())) {
      moved.add("the lists that would come into force are others");
    }
    addNodes(moved);
    return "The plan has changed since the dry run: " + String.join("; ", moved);
  }

  private void addOperations(List<String> moved) {
    List<Operation> since =
        state.operations().newestFirst(Long.MAX_VALUE, Integer.MAX_VALUE).stream()
            .filter(each -> each.listVersion() >= then.listVersion())
            .toList();
    if (!since.isEmpty()) {
      moved.add(
          since.stream().limit(MOST).map(PlanDifference::text).collect(Collectors.joining(", "))
              + more(since.size())
              + " accepted since");
    } else if (then.listVersion() < now.listVersion()) {
      moved.add(
          "refresh %d is the newest, and it was %d"
              .formatted(now.listVersion() - 1, then.listVersion() - 1));
    }
  }

  private static String text(Operation operation) {
    return "operation %s (%s by %s at %s)"
        .formatted(
            operation.id(),
            operation.accepted().type(),
            operation.accepted().by().actor(),
            operation.accepted().by().at().truncatedTo(ChronoUnit.SECONDS));
  }

  private void addNodes(List<String> moved) {
    if (!then.namesItsNodes() || !now.namesItsNodes()) {
      if (then.nodes() != now.nodes()) {
        moved.add("it changes %d nodes, and changed %d".formatted(now.nodes(), then.nodes()));
      } else if (moved.isEmpty()) {
        moved.add("it does something else with some of its %d nodes".formatted(now.nodes()));
      }
      return;
    }
    List<NodeId> more = new ArrayList<>();
    List<NodeId> otherwise = new ArrayList<>();
    for (NodeDecision decision : plan.decisions()) {
      Short before = then.decisions().get(PlanToken.digest(decision.nodeId()));
      if (before == null) {
        more.add(decision.nodeId());
      } else if (before != PlanToken.digest(decision)) {
        otherwise.add(decision.nodeId());
      }
    }
    add(moved, "also changes now: ", more);
    add(moved, "changes differently: ", otherwise);
    add(moved, "no longer changes: ", gone());
    if (moved.isEmpty()) {
      moved.add("it is for another request");
    }
  }

  /** Nodes that only the token contains, as digests; their names come from the register. */
  private List<NodeId> gone() {
    Set<Integer> absent =
        then.decisions().keySet().stream()
            .filter(node -> !now.decisions().containsKey(node))
            .collect(Collectors.toSet());
    if (absent.isEmpty()) {
      return List.of();
    }
    Map<Integer, NodeId> names = new HashMap<>();
    state.registeredIds().forEach(node -> names.put(PlanToken.digest(node), node));
    return absent.stream().filter(names::containsKey).map(names::get).sorted().toList();
  }

  private static void add(List<String> moved, String what, List<NodeId> nodes) {
    if (!nodes.isEmpty()) {
      moved.add(
          what
              + nodes.stream().limit(MOST).map(NodeId::toString).collect(Collectors.joining(", "))
              + more(nodes.size()));
    }
  }

  private static String more(int all) {
    return all > MOST ? " and " + (all - MOST) + " more" : "";
  }
}
