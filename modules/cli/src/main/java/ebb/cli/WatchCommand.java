package ebb.cli;

import com.fasterxml.jackson.databind.JsonNode;
import ebb.cli.client.AdminClient;
import ebb.cli.options.DetachNotice;
import ebb.cli.options.RmOptions;
import ebb.cli.terminal.ExitCode;
import ebb.cli.watch.OperationView;
import ebb.cli.watch.WatchOptions;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code ebb watch}. */
@Command(
    name = "watch",
    description = {
      "Follow an operation until none of its nodes is pending or draining.",
      "",
      "The command changes nothing: if you stop it, even with Ctrl-C, the operation continues. On"
          + " a terminal it draws a bar and a table, elsewhere it prints a line for each change,"
          + " and with --json one object per line. The exit code is 3 if a node that should have"
          + " left is in service again."
    },
    descriptionHeading = "%n",
    parameterListHeading = "%n",
    optionListHeading = "%nOptions:%n")
final class WatchCommand implements Callable<Integer> {
  private static final String OPERATIONS = "/api/v1/operations";

  @Mixin private RmOptions rm = new RmOptions();

  @Mixin private WatchOptions watch = new WatchOptions();

  @Parameters(
      paramLabel = "OPERATION",
      arity = "0..1",
      description = "Id of the operation (default: the newest one that is not complete).")
  private @Nullable String id;

  @Override
  public Integer call() {
    AdminClient client = rm.client();
    // Later, missing answers are tolerated. At the beginning, they mean that the address is wrong.
    Optional<String> wanted =
        id == null ? newestOpen(client) : Optional.of(OperationView.of(client, id).id());
    if (wanted.isEmpty()) {
      if (rm.json()) {
        rm.println("{}");
      } else {
        rm.println("No operation is open.");
      }
      return ExitCode.OK;
    }
    try (DetachNotice goesOn = DetachNotice.whileAsking(rm)) {
      goesOn.named(wanted.get(), rm);
      return watch.follow(client, wanted.get(), rm, Optional.empty()).exitCode();
    }
  }

  /**
   * The newest open operation that is no change of a timeout. Such a change is open as long as its
   * drain, but users want to watch the operation that drains.
   */
  private static Optional<String> newestOpen(AdminClient client) {
    JsonNode page = client.get(OPERATIONS);
    Optional<String> newest = newestOpen(page);
    while (newest.isEmpty() && page.hasNonNull("next")) {
      String cursor = AdminClient.segment(page.path("next").asText());
      page = client.get(OPERATIONS + "?cursor=" + cursor);
      newest = newestOpen(page);
    }
    return newest;
  }

  private static Optional<String> newestOpen(JsonNode page) {
    return StreamSupport.stream(page.path("operations").spliterator(), false)
        .filter(each -> !each.path("complete").asBoolean())
        .filter(each -> !each.path("type").asText().equals("CHANGE_TIMEOUT"))
        .map(each -> each.path("id").asText())
        .findFirst();
  }
}
