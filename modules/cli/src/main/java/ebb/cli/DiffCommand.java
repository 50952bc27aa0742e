package ebb.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import ebb.cli.client.Json;
import ebb.cli.client.Pages;
import ebb.cli.journal.OfflineFleets;
import ebb.cli.options.PastTime;
import ebb.cli.options.RmOptions;
import ebb.cli.terminal.ExitCode;
import ebb.cli.terminal.Table;
import ebb.cli.text.LastDrainText;
import ebb.cli.text.NodeText;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ebb diff}. */
@Command(
    name = "diff",
    description = {
      "List the nodes that differ between two times, with the newest event of each and its actor,"
          + " and how their drains ended in between.",
      "",
      "'ebb history NODE' shows all events."
    },
    descriptionHeading = "%n",
    optionListHeading = "%nOptions:%n")
final class DiffCommand implements Callable<Integer> {
  @Mixin private RmOptions rm = new RmOptions();

  @Option(
      names = "--from",
      paramLabel = "TIME",
      required = true,
      description = "The first time: " + PastTime.FORMS)
  private String from = "";

  @Option(names = "--to", paramLabel = "TIME", description = "The second time (default: now).")
  private @Nullable String to;

  @Option(
      names = "--journal",
      paramLabel = "PLACE",
      description = "Read a journal instead of a running instance, as in 'ebb nodes'.")
  private @Nullable String journal;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    Instant first = PastTime.parse("--from", from, spec);
    Optional<Instant> second =
        Optional.ofNullable(to).map(text -> PastTime.parse("--to", text, spec));
    if (first.isAfter(second.orElseGet(Instant::now))) {
      throw new ParameterException(
          spec.commandLine(), "Expected a --from that is before --to, but it is " + first);
    }
    ArrayNode changes = changes(first, second);
    if (rm.json()) {
      rm.print(Json.object().set("nodes", changes));
    } else {
      print(changes, first, second);
    }
    return ExitCode.OK;
  }

  private ArrayNode changes(Instant first, Optional<Instant> second) {
    if (journal != null) {
      Instant now = Instant.now();
      PastTime.requirePast("--to", second, now, spec);
      return OfflineFleets.changes(journal, first, second, now);
    }
    Map<String, List<String>> query = new LinkedHashMap<>();
    query.put("from", List.of(first.toString()));
    query.put("to", second.stream().map(Instant::toString).toList());
    return Pages.of(rm.client(), "/api/v1/diff", query, "nodes");
  }

  private void print(ArrayNode changes, Instant first, Optional<Instant> second) {
    Table table =
        new Table("NODE", "WAS", "IS", "LAST EVENT", "BY", "DEADLINE", "WORK LEFT", "LAST DRAIN");
    for (JsonNode change : NodeText.inOrder(changes)) {
      JsonNode after = change.path("after");
      JsonNode newest = change.path("newest");
      boolean ended = !after.path("lastDrain").equals(change.path("before").path("lastDrain"));
      table.row(
          NodeText.text(change.path("nodeId")),
          state(change.path("before")),
          state(after),
          NodeText.text(newest.path("at")),
          NodeText.text(newest.path("actor")),
          NodeText.deadline(after),
          ended
              ? LastDrainText.of(after).map(LastDrainText::remaining).orElse("-")
              : NodeText.waitsFor(after),
          ended ? LastDrainText.inShort(after) : "-");
    }
    if (!changes.isEmpty()) {
      rm.print(table);
    }
    rm.println(
        "%s changed from %s to %s"
            .formatted(
                NodeText.count(changes.size(), "node"),
                first,
                second.map(Instant::toString).orElse("now")));
  }

  private static String state(JsonNode node) {
    return node.isObject() ? NodeText.text(node.path("state")) : "not known";
  }
}
