package ebb.differential;

import ebb.differential.comparison.AllowedDifference;
import ebb.differential.comparison.ClusterDifference;
import ebb.differential.comparison.ClusterFacts;
import ebb.differential.comparison.ComparedNode;
import ebb.differential.comparison.ComparedNode.Pair;
import ebb.differential.comparison.ComparedNode.View;
import ebb.differential.comparison.Finding;
import ebb.differential.comparison.NodeMemory;
import ebb.differential.comparison.NodeMemory.Explanation;
import ebb.differential.comparison.NodeMemory.Mode;
import ebb.differential.comparison.Summary;
import ebb.differential.comparison.Visible;
import ebb.differential.rule.AnotherPort;
import ebb.differential.rule.Rules;
import ebb.differential.script.Lists;
import ebb.differential.script.Observation;
import ebb.differential.script.Script;
import ebb.differential.script.Step;
import ebb.differential.script.Trace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Compares both traces of one script, step by step, until the first finding. */
final class TraceComparison {
  private static final View NOTHING = new View(new TreeMap<>());
  private static final List<String> STATES =
      List.of(
          "RUNNING",
          "UNHEALTHY",
          "DECOMMISSIONING",
          "DECOMMISSIONED",
          "LOST",
          "REBOOTED",
          "SHUTDOWN");

  private final Script script;
  private final Trace stock;
  private final Trace ebb;
  private final Summary summary;
  private final Map<String, NodeMemory> memories = new HashMap<>();
  private final ClusterFacts facts;
  private final Map<String, Integer> leaked = new HashMap<>();

  private TraceComparison(Script script, Trace stock, Trace ebb, Summary summary) {
    this.script = script;
    this.stock = stock;
    this.ebb = ebb;
    this.summary = summary;
    this.facts = new ClusterFacts(script);
  }

  static Optional<Finding> compare(Script script, Trace stock, Trace ebb, Summary summary) {
    return new TraceComparison(script, stock, ebb, summary).run();
  }

  private Optional<Finding> run() {
    int length = script.steps().size();
    summary.sequence(length);
    for (int i = 0; i <= length; i++) {
      Step step = i == 0 ? new Step.Pass(0) : script.steps().get(i - 1);
      facts.follow(step, ebb.observations().get(i));
      Optional<String> what = compareStep(i, step);
      if (what.isPresent()) {
        Finding finding = new Finding(script.seed(), i, what.get(), history(i));
        summary.finding(finding);
        return Optional.of(finding);
      }
    }
    return Optional.empty();
  }

  private Optional<String> compareStep(int i, Step step) {
    Observation theirs = stock.observations().get(i);
    Observation ours = ebb.observations().get(i);
    SortedSet<String> ids = new TreeSet<>(theirs.nodes().keySet());
    ids.addAll(ours.nodes().keySet());
    for (String id : ids) {
      ComparedNode node = nodeStep(i, step, id);
      Optional<String> what = compareNode(node);
      if (what.isPresent()) {
        return what;
      }
    }
    return compareRefresh(step, theirs, ours)
        .or(() -> countsOfEbb(ours))
        .or(() -> countsOfStock(theirs, anotherPortIn(i, step, ids)));
  }

  private boolean anotherPortIn(int i, Step step, SortedSet<String> ids) {
    return ids.stream().anyMatch(id -> AnotherPort.isAtWork(nodeStep(i, step, id)));
  }

  private ComparedNode nodeStep(int i, Step step, String id) {
    Pair before = i == 0 ? new Pair(NOTHING, NOTHING) : pair(i - 1, id);
    Pair after = pair(i, id);
    SortedSet<String> fields = new TreeSet<>(after.stock().fields().keySet());
    fields.addAll(after.ebb().fields().keySet());
    fields.removeIf(field -> !after.different(field));
    NodeMemory memory = memories.computeIfAbsent(id, absent -> new NodeMemory());
    return new ComparedNode(id, step, before, after, fields, memory, facts);
  }

  private Pair pair(int i, String id) {
    return new Pair(view(stock, i, id), view(ebb, i, id));
  }

  private static View view(Trace trace, int i, String id) {
    SortedMap<String, String> fields = trace.observations().get(i).nodes().get(id);
    return fields == null ? NOTHING : Visible.of(fields);
  }

  // ---- one node ----

  private Optional<String> compareNode(ComparedNode node) {
    NodeMemory memory = node.memory();
    memory.follow(node);
    return switch (memory.mode) {
      case EXACT -> compareExactly(node);
      case SHUTDOWN_IS_DUE -> expectShutdown(node);
      case UNTIL_ALIKE, UNTIL_FORGOTTEN -> wait(node);
    };
  }

  private Optional<String> compareExactly(ComparedNode node) {
    SortedSet<String> left = new TreeSet<>(node.different());
    if (left.isEmpty()) {
      summary.alike();
      return Optional.empty();
    }
    for (AllowedDifference rule : Rules.ALL) {
      Optional<Explanation> explanation = rule.explain(node);
      if (explanation.isPresent() && left.removeAll(explanation.get().fields())) {
        summary.allowed(rule);
        if (node.memory().mode == Mode.EXACT && explanation.get().mode() != Mode.EXACT) {
          node.memory().mode = explanation.get().mode();
          node.memory().apart.begin(rule);
          node.memory().apart.note(node);
        }
      }
      if (left.isEmpty()) {
        summary.explained();
        return Optional.empty();
      }
    }
    Optional<AllowedDifference> cause = node.memory().apart.explains(node);
    if (cause.isPresent()) {
      summary.allowed(cause.get());
      summary.explained();
      node.memory().mode = Mode.UNTIL_FORGOTTEN;
      return Optional.empty();
    }
    return Optional.of(difference(node, left));
  }

  /** Until Ebb's NodeManager sends its next heartbeat, only whether it is alive may differ. */
  private Optional<String> expectShutdown(ComparedNode node) {
    View ours = node.after().ebb();
    if (node.step() instanceof Step.Start || !node.after().stock().isInactive()) {
      node.memory().mode = Mode.UNTIL_FORGOTTEN;
      return wait(node);
    }
    if (!ours.hasLiveManager()) {
      boolean died =
          node.step() instanceof Step.Die
              || node.step() instanceof Step.Unregister
              || ours.get("answers").startsWith("beat SHUTDOWN Disallowed NodeManager");
      node.memory().mode = Mode.UNTIL_ALIKE;
      return died ? wait(node) : Optional.of(difference(node, node.different()));
    }
    boolean isBack =
        node.memory().refreshedSinceShutdown
            && ours.get("answers").startsWith("beat RESYNC Node not found");
    if (isBack) {
      // Recommissioned before its NodeManager shut down.
      node.memory().mode = Mode.UNTIL_FORGOTTEN;
      return wait(node);
    }
    SortedSet<String> left = new TreeSet<>(node.different());
    left.removeAll(List.of("nm", "nmSize", "size", "health"));
    if (left.isEmpty()) {
      summary.explained();
      return Optional.empty();
    }
    return Optional.of(difference(node, left));
  }

  private Optional<String> wait(ComparedNode node) {
    boolean alike = node.different().isEmpty();
    boolean forgotten =
        node.after().ebb().isInactive()
            || (node.before().stock().isInactive() && node.before().ebb().isInactive());
    if (alike && (forgotten || node.memory().mode == Mode.UNTIL_ALIKE)) {
      node.memory().mode = Mode.EXACT;
      summary.alike();
    } else {
      summary.skipped();
    }
    return Optional.empty();
  }

  private static String difference(ComparedNode node, SortedSet<String> fields) {
    StringBuilder text = new StringBuilder();
    text.append(node.step().getClass().getSimpleName())
        .append(' ')
        .append(node.before().stock().state())
        .append("→")
        .append(node.after().stock().state())
        .append('/')
        .append(node.before().ebb().state())
        .append("→")
        .append(node.after().ebb().state())
        .append(' ')
        .append(fields)
        .append(" of ")
        .append(node.node());
    for (String field : node.different()) {
      text.append("\n    ")
          .append(fields.contains(field) ? "" : "(allowed) ")
          .append(field)
          .append(": stock <")
          .append(node.after().stock().get(field))
          .append("> Ebb <")
          .append(node.after().ebb().get(field))
          .append('>');
    }
    return text.toString();
  }

  // ---- the cluster ----

  private Optional<String> compareRefresh(Step step, Observation theirs, Observation ours) {
    String stockSays = theirs.cluster().getOrDefault("refresh", "");
    String ebbSays = ours.cluster().getOrDefault("refresh", "");
    if (stockSays.equals(ebbSays)) {
      return Optional.empty();
    }
    Lists written = facts.written();
    boolean missing =
        !written.include().present() || written.exclude().form() == Lists.Form.MISSING;
    boolean spaced = written.exclude().form() == Lists.Form.SPACED_XML;
    if (step instanceof Step.Refresh refresh
        && refresh.type() == Step.Refresh.Type.NORMAL
        && missing
        && stockSays.equals("accepted")) {
      summary.allowed(ClusterDifference.MISSING);
      return Optional.empty();
    } else if (spaced && ebbSays.equals("accepted")) {
      summary.allowed(ClusterDifference.SPACED);
      return Optional.empty();
    }
    return Optional.of(step + ": stock " + stockSays + ", Ebb " + ebbSays);
  }

  /** The states add up to the fleet at every event. */
  private Optional<String> countsOfEbb(Observation ours) {
    Map<String, Integer> surplus = surplus(ours);
    return surplus.isEmpty() ? Optional.empty() : Optional.of("Ebb counts wrong: " + surplus);
  }

  /** Stock's counts are right except for what it leaks when a node returns on another port. */
  private Optional<String> countsOfStock(Observation theirs, boolean anotherPort) {
    Map<String, Integer> surplus = surplus(theirs);
    if (surplus.equals(leaked)) {
      return Optional.empty();
    } else if (anotherPort) {
      summary.allowed(ClusterDifference.LEAKED);
      leaked.clear();
      leaked.putAll(surplus);
      return Optional.empty();
    }
    return Optional.of("stock counts otherwise than expected: " + surplus + ", before " + leaked);
  }

  private static Map<String, Integer> surplus(Observation seen) {
    Map<String, Integer> surplus = new HashMap<>();
    for (String state : STATES) {
      long nodes =
          seen.nodes().values().stream().filter(node -> state.equals(node.get("state"))).count();
      int more = (int) (Long.parseLong(seen.cluster().get(state)) - nodes);
      if (more != 0) {
        surplus.put(state, more);
      }
    }
    return surplus;
  }

  private List<String> history(int last) {
    List<String> lines = new ArrayList<>();
    for (int i = Math.max(1, last - 12); i <= last; i++) {
      lines.add("  " + i + ". " + script.steps().get(i - 1));
    }
    return lines;
  }
}
