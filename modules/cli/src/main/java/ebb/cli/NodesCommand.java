package ebb.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import ebb.cli.client.Json;
import ebb.cli.client.NodeName;
import ebb.cli.client.Pages;
import ebb.cli.journal.OfflineFleets;
import ebb.cli.options.PastTime;
import ebb.cli.options.RmOptions;
import ebb.cli.terminal.ExitCode;
import ebb.cli.terminal.Table;
import ebb.cli.text.BlockingApplications;
import ebb.cli.text.LastDrainText;
import ebb.cli.text.NodeText;
import ebb.domain.DrainStatus;
import ebb.domain.NodeState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ebb nodes}. */
@Command(
    name = "nodes",
    description = {
      "List the nodes, and what draining nodes wait for.",
      "",
      "A draining node leaves when it has neither containers nor applications left, or when its"
          + " timeout expires.",
      "",
      "With --at, the command shows the nodes as they were, from the journal: their state, what"
          + " draining nodes waited for as last recorded, the deadline, and who requested the"
          + " drain."
    },
    descriptionHeading = "%n",
    optionListHeading = "%nOptions:%n")
final class NodesCommand implements Callable<Integer> {
  private static final Set<DrainStatus> JOURNALED =
      EnumSet.of(DrainStatus.WAIT_CONTAINER, DrainStatus.WAIT_APP, DrainStatus.TIMEOUT);

  @Mixin private RmOptions rm = new RmOptions();

  @Option(
      names = "--state",
      paramLabel = "STATE",
      split = ",",
      description = "Only nodes in one of these YARN states, as in DECOMMISSIONING,LOST.")
  private List<String> states = new ArrayList<>();

  @Option(
      names = "--status",
      paramLabel = "STATUS",
      split = ",",
      description =
          "Only draining nodes with one of these sub-statuses: WAIT_CONTAINER, WAIT_APP, READY,"
              + " TIMEOUT.")
  private List<String> statuses = new ArrayList<>();

  @Option(
      names = "--host",
      paramLabel = "HOST",
      split = ",",
      description = "Only nodes of these hosts; a node, HOST:PORT, stands for its host.")
  private List<String> hosts = new ArrayList<>();

  @Option(
      names = "--at",
      paramLabel = "TIME",
      description = "The nodes as they were then: " + PastTime.FORMS)
  private @Nullable String at;

  @Option(
      names = "--journal",
      paramLabel = "PLACE",
      description =
          "Read a journal instead of a running instance: its folder, as in data/journal, or the"
              + " file in it; or jdbc:postgresql://HOST:PORT/DATABASE with EBB_JOURNAL_USER, and"
              + " EBB_JOURNAL_PASSWORD_FILE or EBB_JOURNAL_PASSWORD, in the environment. Without"
              + " --at, the nodes are shown as at the end of the journal.")
  private @Nullable String journal;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    Optional<Instant> then =
        Optional.ofNullable(at).map(text -> PastTime.parse("--at", text, spec));
    ObjectNode answer =
        journal == null
            ? Pages.of(rm.client(), "/api/v1/nodes", query(then), List.of("nodes", "applications"))
            : Json.object()
                .<ObjectNode>set("nodes", offline(journal, then))
                .set("applications", Json.array());
    if (rm.json()) {
      rm.print(answer);
    } else if (then.isPresent() || journal != null) {
      printPast(answer.path("nodes"), then);
    } else {
      print(answer.path("nodes"), BlockingApplications.in(answer));
    }
    return ExitCode.OK;
  }

  private Map<String, List<String>> query(Optional<Instant> then) {
    Map<String, List<String>> query = new LinkedHashMap<>();
    query.put("states", states);
    query.put("substatus", statuses);
    query.put("host", hosts());
    query.put("at", then.map(Instant::toString).stream().toList());
    return query;
  }

  private List<String> hosts() {
    return hosts.stream().map(NodeName::hostOf).distinct().toList();
  }

  private ArrayNode offline(String place, Optional<Instant> then) {
    Instant now = Instant.now();
    PastTime.requirePast("--at", then, now, spec);
    Set<NodeState> wantedStates = known("--state", states, EnumSet.allOf(NodeState.class));
    Set<DrainStatus> wantedStatuses = known("--status", statuses, JOURNALED);
    Set<String> wantedHosts = Set.copyOf(hosts());
    return OfflineFleets.nodes(
        place,
        then,
        now,
        node ->
            (wantedStates.isEmpty() || wantedStates.contains(node.node().state()))
                && (wantedStatuses.isEmpty()
                    || node.status(then.orElse(now)).filter(wantedStatuses::contains).isPresent())
                && (wantedHosts.isEmpty()
                    || wantedHosts.contains(node.nodeId().host())
                    || wantedHosts.contains(node.address().ip())));
  }

  /** Reads names as the admin API does. */
  private <E extends Enum<E>> Set<E> known(String option, List<String> names, Set<E> all) {
    return names.stream()
        .map(String::strip)
        .map(
            name ->
                all.stream()
                    .filter(each -> each.name().equalsIgnoreCase(name))
                    .findFirst()
                    .orElseThrow(
                        () ->
                            new ParameterException(
                                spec.commandLine(), option + ": Expected some of " + all)))
        .collect(Collectors.toSet());
  }

  private void print(JsonNode nodes, BlockingApplications holders) {
    Table table = new Table("NODE", "STATE", "STATUS", "WAITS FOR", "TIME LEFT", "LAST DRAIN");
    for (JsonNode node : NodeText.inOrder(nodes)) {
      table.row(
          NodeText.text(node.path("nodeId")),
          NodeText.text(node.path("state")),
          NodeText.text(node.path("status")),
          NodeText.waitsFor(node, holders),
          NodeText.timeLeft(node),
          LastDrainText.inShort(node));
    }
    print(table, nodes, "");
  }

  private void printPast(JsonNode nodes, Optional<Instant> then) {
    Table table =
        new Table("NODE", "STATE", "STATUS", "WAITS FOR", "DEADLINE", "REQUESTED BY", "LAST DRAIN");
    for (JsonNode node : NodeText.inOrder(nodes)) {
      table.row(
          NodeText.text(node.path("nodeId")),
          NodeText.text(node.path("state")),
          NodeText.text(node.path("status")),
          NodeText.waitsFor(node),
          NodeText.deadline(node),
          NodeText.askedBy(node),
          LastDrainText.inShort(node));
    }
    print(table, nodes, then.map(time -> " at " + time).orElse(" at the end of the journal"));
  }

  private void print(Table table, JsonNode nodes, String when) {
    Map<String, Integer> counts = new TreeMap<>();
    nodes.forEach(node -> counts.merge(NodeText.text(node.path("state")), 1, Integer::sum));
    if (!counts.isEmpty()) {
      rm.print(table);
    }
    rm.println(summary(nodes.size(), when, counts));
  }

  private static String summary(int all, String when, Map<String, Integer> counts) {
    String states =
        counts.entrySet().stream()
            .map(each -> each.getValue() + " " + each.getKey())
            .collect(Collectors.joining(", "));
    return NodeText.count(all, "node") + when + (states.isEmpty() ? "" : ": " + states);
  }
}
