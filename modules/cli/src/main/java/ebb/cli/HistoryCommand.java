package ebb.cli;

import com.fasterxml.jackson.databind.JsonNode;
import ebb.cli.client.AdminClient;
import ebb.cli.client.NodeName;
import ebb.cli.history.FollowedEvents;
import ebb.cli.history.HistoryOutput;
import ebb.cli.history.HttpHistory;
import ebb.cli.journal.OfflineHistory;
import ebb.cli.options.JournalLocator;
import ebb.cli.options.PastTime;
import ebb.cli.options.RmOptions;
import ebb.cli.terminal.ExitCode;
import ebb.journal.replay.EventFilter;
import ebb.journal.replay.NodeStep;
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

/** {@code ebb history}: events from a running ResourceManager, or from a journal. */
@Command(
    name = "history",
    description = {
      "Show what happened to a node, in an operation or since a time: when, by whom and why.",
      "",
      "With --journal the command reads and replays a journal, even while its ResourceManager runs,"
          + " and changes nothing. Without a node it shows the history of the whole fleet, and the"
          + " state of each node at its end."
    },
    descriptionHeading = "%n",
    parameterListHeading = "%n",
    optionListHeading = "%nOptions:%n")
final class HistoryCommand implements Callable<Integer> {
  @Mixin private RmOptions rm = new RmOptions();

  @Parameters(
      paramLabel = "NODE",
      arity = "0..1",
      description = "The node, HOST:PORT, or its host.")
  private @Nullable String nodeId;

  @Option(
      names = "--journal",
      paramLabel = "PLACE",
      description =
          "Folder of a journal, as in data/journal, or the file in it; or"
              + " jdbc:postgresql://HOST:PORT/DATABASE with EBB_JOURNAL_USER, and"
              + " EBB_JOURNAL_PASSWORD_FILE or EBB_JOURNAL_PASSWORD, in the environment.")
  private @Nullable String journal;

  @Option(names = "--operation", paramLabel = "ID", description = "Only events of one operation.")
  private @Nullable String operation;

  @Option(
      names = "--since",
      paramLabel = "TIME",
      description = "Only events from this time on; " + PastTime.FORMS)
  private @Nullable String since;

  @Option(
      names = {"-f", "--follow"},
      description =
          "Print events of nodes and lists as they happen; with --since, first the events since"
              + " then. Continues across failovers, until Ctrl-C.")
  private boolean follow;

  @Option(
      names = "--after",
      paramLabel = "ID",
      description = "With --follow: continue after this event; 0 for the whole journal.")
  private @Nullable String after;

  @Option(
      names = "--exact-times",
      description = "Show times with the full precision of the journal, not in whole seconds.")
  private boolean exact;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    Optional<Instant> from = from();
    if (follow) {
      follow(from);
    } else if (after != null) {
      throw wrong("--after goes with --follow");
    } else if (journal != null) {
      printOffline(OfflineHistory.read(JournalLocator.of(journal)), from);
    } else if (nodeId == null && operation == null && from.isEmpty()) {
      throw wrong("Expected a NODE, --operation or --since, or --journal for the history of all");
    } else {
      AdminClient client = rm.client();
      Optional<String> node = Optional.ofNullable(nodeId).map(each -> NodeName.idOf(client, each));
      print(new HttpHistory(node, Optional.ofNullable(operation), from).read(client));
    }
    return ExitCode.OK;
  }

  private ParameterException wrong(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  private void follow(Optional<Instant> from) {
    if (journal != null) {
      throw wrong("--follow asks a ResourceManager, not a --journal");
    } else if (after != null && from.isPresent()) {
      throw wrong("--after and --since both say where to begin");
    }
    AdminClient client = rm.client();
    Optional<String> node = Optional.ofNullable(nodeId).map(each -> NodeName.idOf(client, each));
    new FollowedEvents(
            rm,
            new FollowedEvents.Wanted(
                node, Optional.ofNullable(operation), from, Optional.ofNullable(after)),
            exact)
        .print(client);
  }

  private Optional<Instant> from() {
    return Optional.ofNullable(since).map(text -> PastTime.parse("--since", text, spec));
  }

  private void printOffline(OfflineHistory history, Optional<Instant> from) {
    OfflineHistory wanted = history.of(Optional.ofNullable(nodeId));
    EventFilter filter = new EventFilter(Optional.ofNullable(operation), from, Optional.empty());
    List<NodeStep> shown =
        wanted.steps().stream().filter(step -> filter.wants(step.event().by())).toList();
    new HistoryOutput(shown, List.copyOf(wanted.fleet().values()), exact).print(rm);
  }

  private void print(JsonNode answer) {
    if (rm.json()) {
      rm.print(answer);
    } else {
      answer
          .path("events")
          .forEach(event -> HistoryOutput.line(rm, event.path("summary").asText(), exact));
    }
  }
}
