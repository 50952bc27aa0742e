package ebb.cli;

import com.fasterxml.jackson.databind.JsonNode;
import ebb.cli.client.AdminClient;
import ebb.cli.client.Json;
import ebb.cli.client.NodeName;
import ebb.cli.client.Pages;
import ebb.cli.history.DrainReport;
import ebb.cli.journal.OfflineHistory;
import ebb.cli.options.JournalLocator;
import ebb.cli.options.PastTime;
import ebb.cli.options.RmOptions;
import ebb.cli.terminal.ExitCode;
import ebb.journal.replay.EventFilter;
import java.time.Instant;
import java.util.ArrayList;
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
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ebb drains}. */
@Command(
    name = "drains",
    description = {
      "Report drains that have ended: when, how, after how long, who requested them, and what was"
          + " still running.",
      "",
      "'ebb why NODE' explains the last drain of a node, and 'ebb history NODE' shows all of its"
          + " events."
    },
    descriptionHeading = "%n",
    parameterListHeading = "%n",
    optionListHeading = "%nOptions:%n")
final class DrainsCommand implements Callable<Integer> {
  @Mixin private RmOptions rm = new RmOptions();

  @Parameters(
      paramLabel = "NODE",
      arity = "0..1",
      description = "Only drains of this node: HOST:PORT, or HOST if it has only one node.")
  private @Nullable String node;

  @Option(
      names = "--operation",
      paramLabel = "ID",
      description = "Only drains that this operation began or ended.")
  private @Nullable String operation;

  @Option(
      names = "--since",
      paramLabel = "TIME",
      description = "Only drains that ended from this time on: " + PastTime.FORMS)
  private @Nullable String since;

  @Option(
      names = "--until",
      paramLabel = "TIME",
      description = "Only drains that ended before this time.")
  private @Nullable String until;

  @Option(
      names = "--journal",
      paramLabel = "PLACE",
      description = "Read a journal instead of a running instance, as in 'ebb nodes'.")
  private @Nullable String journal;

  @Option(names = "--csv", description = "Print comma-separated values, with a header.")
  private boolean csv;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    if (csv && rm.json()) {
      throw new ParameterException(spec.commandLine(), "--csv and --json exclude each other");
    }
    Optional<Instant> from = past("--since", since);
    Optional<Instant> to = past("--until", until);
    DrainReport report = DrainReport.of(journal == null ? told(from, to) : read(journal, from, to));
    if (rm.json()) {
      rm.print(Json.object().set("drains", report.drains()));
    } else if (csv) {
      report.printCsv(rm);
    } else {
      report.print(rm);
    }
    return ExitCode.OK;
  }

  private Optional<Instant> past(String option, @Nullable String text) {
    return Optional.ofNullable(text).map(time -> PastTime.parse(option, time, spec));
  }

  private List<JsonNode> told(Optional<Instant> from, Optional<Instant> to) {
    AdminClient client = rm.client();
    Map<String, List<String>> query = new LinkedHashMap<>();
    query.put(
        "node",
        Optional.ofNullable(node).map(each -> NodeName.idOf(client, each)).stream().toList());
    query.put("operation", Optional.ofNullable(operation).stream().toList());
    query.put("since", from.map(Instant::toString).stream().toList());
    query.put("until", to.map(Instant::toString).stream().toList());
    List<JsonNode> drains = new ArrayList<>();
    Pages.of(client, "/api/v1/drains", query, "drains").forEach(drains::add);
    return drains;
  }

  private List<JsonNode> read(String place, Optional<Instant> from, Optional<Instant> to) {
    return OfflineHistory.read(JournalLocator.of(place))
        .of(Optional.ofNullable(node))
        .drains(new EventFilter(Optional.ofNullable(operation), from, to));
  }
}
