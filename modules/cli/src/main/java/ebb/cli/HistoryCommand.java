package ebb.cli;

import com.fasterxml.jackson.databind.JsonNode;
import ebb.domain.Provenance;
import ebb.journal.NodeStep;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ebb history}: of one node from a running ResourceManager, or of all from a journal. */
@Command(
    name = "history",
    description = {
      "Show what happened to a node, when, by whom and why.",
      "",
      "With --journal the journal of a stopped ResourceManager, or a copy of one, is read and"
          + " replayed: nobody is asked, nothing is changed. Without a node it is the history of"
          + " the whole fleet, and the state of each node at its end."
    },
    descriptionHeading = "%n",
    parameterListHeading = "%n",
    optionListHeading = "%nOptions:%n")
final class HistoryCommand implements Callable<Integer> {
  @Mixin private RmOptions rm = new RmOptions();

  @Parameters(paramLabel = "NODE", arity = "0..1", description = "The node's id, HOST:PORT.")
  private @Nullable String nodeId;

  @Option(
      names = "--journal",
      paramLabel = "DIR",
      description = "Folder of a journal, as in data/journal.")
  private @Nullable Path journal;

  @Option(
      names = "--operation",
      paramLabel = "ID",
      description = "Only events of one operation; with --journal.")
  private @Nullable String operation;

  @Option(
      names = "--since",
      paramLabel = "TIME",
      description = "Only events from this time on, as in 2026-01-31T12:00:00Z; with --journal.")
  private @Nullable Instant since;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    if (journal != null) {
      printOffline(OfflineHistory.read(journal));
    } else if (operation != null || since != null) {
      throw new ParameterException(spec.commandLine(), "--operation and --since need --journal");
    } else if (nodeId != null) {
      print(rm.client().get("/api/v1/nodes/" + AdminClient.segment(nodeId) + "/history"));
    } else {
      throw new ParameterException(
          spec.commandLine(), "Expected a NODE, or --journal for the history of all");
    }
    return ExitCode.OK;
  }

  private void printOffline(OfflineHistory history) {
    List<NodeStep> fleet =
        history.fleet().values().stream().filter(step -> isOfTheNode(step)).toList();
    if (nodeId != null && fleet.isEmpty()) {
      throw new CommandException(
          "the journal knows no node " + nodeId, "leave the node out to see all of them");
    }
    List<NodeStep> shown = history.steps().stream().filter(this::isWanted).toList();
    new HistoryOutput(shown, fleet).print(rm);
  }

  private boolean isWanted(NodeStep step) {
    Provenance by = step.event().by();
    return isOfTheNode(step)
        && (operation == null || by.operationId().equals(Optional.of(operation)))
        && (since == null || !by.at().isBefore(since));
  }

  private boolean isOfTheNode(NodeStep step) {
    return nodeId == null || step.after().nodeId().toString().equals(nodeId);
  }

  private void print(JsonNode answer) {
    if (rm.json()) {
      rm.print(answer);
    } else {
      answer.path("events").forEach(event -> rm.println(event.path("summary").asText()));
    }
  }
}
