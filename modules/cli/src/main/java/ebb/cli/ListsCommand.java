package ebb.cli;

import com.fasterxml.jackson.databind.JsonNode;
import ebb.cli.client.AdminClient;
import ebb.cli.client.AllNodes;
import ebb.cli.hosts.HostNodes;
import ebb.cli.options.RmOptions;
import ebb.cli.terminal.ExitCode;
import ebb.cli.terminal.Table;
import ebb.cli.text.Labels;
import ebb.cli.text.NodeText;
import ebb.domain.text.NaturalOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code ebb lists}. */
@Command(
    name = "lists",
    description = {
      "Show the lists in force, and whether the files agree with them.",
      "",
      "An edited file takes effect at the next refresh."
    },
    descriptionHeading = "%n",
    optionListHeading = "%nOptions:%n")
final class ListsCommand implements Callable<Integer> {
  private static final String LINE = "%-12s %s";
  private static final int INDENT = 13;

  @Mixin private RmOptions rm = new RmOptions();

  @Override
  public Integer call() {
    AdminClient client = rm.client();
    JsonNode lists = client.get("/api/v1/lists");
    if (rm.json()) {
      rm.print(lists);
    } else {
      boolean any = !lists.path("excludes").isEmpty();
      print(lists, any ? ofOperators(client) : Map.of());
    }
    return ExitCode.OK;
  }

  /**
   * The timeouts that operators have set for running drains, by each name and address of their
   * nodes.
   */
  private static Map<String, String> ofOperators(AdminClient client) {
    Map<String, String> timeouts = new HashMap<>();
    for (JsonNode node : AllNodes.where(client, Map.of("states", List.of("DECOMMISSIONING")))) {
      JsonNode drain = node.path("drain");
      if (drain.path("timeoutSource").asText().equals("OPERATOR")) {
        String timeout = Labels.timeoutOf(drain);
        HostNodes.namesOf(node).forEach(name -> timeouts.put(name, timeout));
      }
    }
    return timeouts;
  }

  private void print(JsonNode lists, Map<String, String> ofOperators) {
    line("In force", "since refresh " + NodeText.text(lists.path("listVersion")));
    line("Hash", NodeText.text(lists.path("hash")));
    line("Timeout", Labels.timeout(lists.path("configuredTimeoutSeconds")) + ", configured");
    line("Included", included(lists.path("includes")));
    JsonNode files = lists.path("files");
    line("Include file", file(files, "include"));
    line("Exclude file", file(files, "exclude"));
    line("Files", standing(files));
    files.path("warnings").forEach(each -> line("Warning", NodeText.text(each)));
    JsonNode excludes = lists.path("excludes");
    rm.println("");
    if (excludes.isEmpty()) {
      rm.println("No host is excluded.");
      return;
    }
    List<JsonNode> inOrder = NodeText.inOrder(excludes, "host");
    List<String> notes = new ArrayList<>();
    for (JsonNode each : inOrder) {
      String timeout = ofOperators.get(each.path("host").asText());
      notes.add(note(each, Optional.ofNullable(timeout)));
    }
    boolean noted = notes.stream().anyMatch(note -> !note.isEmpty());
    Table table =
        noted
            ? new Table("EXCLUDED HOST", "TIMEOUT", "NOTE")
            : new Table("EXCLUDED HOST", "TIMEOUT");
    for (int i = 0; i < inOrder.size(); i++) {
      JsonNode each = inOrder.get(i);
      String host = NodeText.text(each.path("host"));
      boolean own = each.path("hasTimeout").asBoolean();
      String timeout = own ? Labels.timeoutOf(each) : "-";
      if (noted) {
        table.row(host, timeout, notes.get(i));
      } else {
        table.row(host, timeout);
      }
    }
    rm.print(table);
  }

  /** What the exclude file does not show about the host. */
  private static String note(JsonNode exclude, Optional<String> timeoutOfOperator) {
    List<String> notes = new ArrayList<>();
    timeoutOfOperator.ifPresent(timeout -> notes.add("an operator's timeout: " + timeout));
    if (exclude.path("kept").asBoolean()) {
      notes.add("not in the file, kept (ebb.protect-drains)");
    }
    if (exclude.hasNonNull("excludedBy")) {
      notes.add("by " + NodeText.text(exclude.path("excludedBy")));
    }
    return String.join("; ", notes);
  }

  private static String included(JsonNode includes) {
    return includes.isEmpty()
        ? "every host"
        : StreamSupport.stream(includes.spliterator(), false)
            .map(JsonNode::asText)
            .sorted(NaturalOrder.INSTANCE)
            .collect(Collectors.joining(", "));
  }

  private static String file(JsonNode files, String name) {
    JsonNode file = files.path(name);
    if (!file.isObject()) {
      // If the configuration could not be read, the file that it names is not known.
      return files.hasNonNull("problem") ? "not known" : "none configured";
    }
    return file.path("path").asText()
        + (file.hasNonNull("changedAt")
            ? ", changed " + Labels.instant(file.path("changedAt"))
            : "");
  }

  private static String standing(JsonNode files) {
    if (files.hasNonNull("problem")) {
      return "cannot be used: " + files.path("problem").asText();
    }
    return files.path("differs").asBoolean()
        ? "differ from what is in force; 'ebb refresh-nodes --dry-run -g' shows what a refresh"
            + " would do"
        : "the same as in force";
  }

  private void line(String name, String value) {
    rm.printWrapped(LINE.formatted(name, value), INDENT);
  }
}
