package ebb.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code ebb lists}. */
@Command(
    name = "lists",
    description = {
      "Show the lists in force, and whether the files say the same.",
      "",
      "A file that was edited counts from the next refresh on."
    },
    descriptionHeading = "%n",
    optionListHeading = "%nOptions:%n")
final class ListsCommand implements Callable<Integer> {
  private static final String LINE = "%-12s %s";
  private static final int INDENT = 13;

  @Mixin private RmOptions rm = new RmOptions();

  @Override
  public Integer call() {
    JsonNode lists = rm.client().get("/api/v1/lists");
    if (rm.json()) {
      rm.print(lists);
    } else {
      print(lists);
    }
    return ExitCode.OK;
  }

  private void print(JsonNode lists) {
    line("In force", "since refresh " + NodeText.text(lists.path("listVersion")));
    line("Hash", NodeText.text(lists.path("hash")));
    line("Timeout", Words.timeout(lists.path("configuredTimeoutSeconds")) + ", configured");
    line("Included", included(lists.path("includes")));
    JsonNode files = lists.path("files");
    line("Include file", file(files, "include"));
    line("Exclude file", file(files, "exclude"));
    line("Files", standing(files));
    JsonNode excludes = lists.path("excludes");
    rm.println("");
    if (excludes.isEmpty()) {
      rm.println("No host is excluded.");
      return;
    }
    Table table = new Table("EXCLUDED HOST", "TIMEOUT");
    List<JsonNode> inOrder =
        StreamSupport.stream(excludes.spliterator(), false)
            .sorted(Comparator.comparing(each -> each.path("host").asText(), NaturalOrder.INSTANCE))
            .toList();
    for (JsonNode each : inOrder) {
      boolean own = each.path("hasTimeout").asBoolean();
      table.row(
          NodeText.text(each.path("host")), own ? Words.timeout(each.path("timeoutSeconds")) : "-");
    }
    rm.print(table);
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
      // Who could not read the configuration does not know what it names.
      return files.hasNonNull("problem") ? "not known" : "none configured";
    }
    return file.path("path").asText()
        + (file.hasNonNull("changedAt")
            ? ", changed " + Words.instant(file.path("changedAt"))
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
