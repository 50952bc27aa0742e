package ebb.cli.hosts;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import ebb.cli.client.AdminClient;
import ebb.cli.client.AdminRequest;
import ebb.cli.client.CommandException;
import ebb.cli.client.Json;
import ebb.cli.options.Confirm;
import ebb.cli.options.DetachNotice;
import ebb.cli.options.PlanOptions;
import ebb.cli.options.RmOptions;
import ebb.cli.terminal.ExitCode;
import ebb.cli.watch.HostWarnings;
import ebb.cli.watch.RefreshOutput;
import ebb.cli.watch.WatchOptions;
import ebb.cli.watch.WatchedNodes;
import ebb.domain.text.TextLimit;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/**
 * What {@code drain}, {@code recommission} and {@code undo} have in common: edit, refresh, and
 * maybe watch.
 */
public final class HostsEdit {
  private static final String EDITED = "the exclude file is edited, but not in force";
  private static final String NOT_IN_FORCE = EDITED + "; 'ebb refresh-nodes -g' does that";

  @Mixin private RmOptions rm = new RmOptions();

  @Mixin private WatchOptions watchOptions = new WatchOptions();

  @Mixin private PlanOptions planned = new PlanOptions();

  @Option(names = "--reason", paramLabel = "TEXT", description = "Reason, recorded in the journal.")
  private @Nullable String reason;

  @Option(
      names = "--allow-unknown",
      description =
          "Also accept hosts without a known node, by name or address, that are not in the exclude"
              + " file.")
  private boolean allowUnknown;

  @Option(
      names = "--watch",
      description = "Wait until the operation is complete, and show its progress.")
  private boolean watch;

  private Runnable afterRefresh = () -> {};
  private OptionalLong listVersion = OptionalLong.empty();

  /**
   * Edits the exclude file, refreshes, and follows the operation if that is wanted.
   *
   * @param hosts the named hosts, each once
   * @param consequence the consequence for hosts without a known node, in words that depend on
   *     their number
   * @param atStake an addition to the question for confirmation; see {@link Confirm#carryOut}
   * @param order the order of node ids when there is no room for all of them
   * @return the exit code
   * @throws CommandException as {@link Confirm#ask}; its message says whether the exclude file was
   *     already edited
   */
  public int carryOut(
      Set<String> hosts,
      ObjectNode edit,
      IntFunction<String> consequence,
      Confirm confirm,
      String atStake,
      Comparator<String> order) {
    AdminClient client = rm.client();
    addOptions(edit);
    if (planned.isApplied()) {
      confirm.assumeYes();
    }
    RemoteExcludeFile.Edited edited =
        new RemoteExcludeFile(rm, listVersion).edit(edit, confirm, atStake);
    JsonNode answer =
        refresh(client, edited.isConfirmed() ? Optional.empty() : Optional.of(confirm));
    try (DetachNotice goesOn = DetachNotice.whileAsking(rm)) {
      HostWarnings notes;
      try {
        notes = notes(client, hosts, answer);
      } catch (CommandException e) {
        RefreshOutput.print(answer, rm, order);
        afterRefresh.run();
        throw e;
      }
      WatchedNodes followed =
          watch ? notes.followed(answer.path("operationId").asText()) : new WatchedNodes();
      if (followed.isEmpty() || !rm.json()) {
        print(answer, notes, order);
      }
      Set<String> unlisted = edited.unlisted(edit.path("remove"));
      if (!unlisted.isEmpty()) {
        rm.note(
            "note: "
                + String.join(", ", unlisted)
                + (unlisted.size() == 1 ? " was" : " were")
                + " not in the exclude list");
      }
      notes.lines(consequence).forEach(line -> rm.note("note: " + line));
      afterRefresh.run();
      if (followed.isEmpty()) {
        return ExitCode.OK;
      }
      goesOn.named(followed.operations(), rm);
      return watchOptions.follow(client, followed, rm).exitCode();
    }
  }

  /**
   * Adds to the reason how the hosts were selected, if there is room.
   *
   * @param terms the terms of the selection; empty for nothing to add
   */
  public void because(String terms) {
    String longer = reason == null ? terms : reason + " (" + terms + ")";
    if (!terms.isEmpty() && longer.length() <= TextLimit.LINE.longest()) {
      reason = longer;
    }
  }

  /** Sets a further step, which runs once the edit is in force. */
  public void afterRefresh(Runnable more) {
    afterRefresh = more;
  }

  /** Refuses to edit once a newer refresh was accepted. */
  public void requireListVersion(long version) {
    listVersion = OptionalLong.of(version);
  }

  public boolean isApplied() {
    return planned.isApplied();
  }

  /** The reason, with the terms of the selection if there are any. */
  public Optional<String> reason() {
    return Optional.ofNullable(reason);
  }

  private void addOptions(ObjectNode edit) {
    addReason(edit);
    planned.addTo(edit);
  }

  private void addReason(ObjectNode body) {
    if (reason != null) {
      body.put("reason", reason);
    }
    if (allowUnknown) {
      body.put("allowUnknown", true);
    }
  }

  /**
   * Adds the options that a request for the queue can have.
   *
   * @throws ParameterException if one is given that it cannot have
   */
  public void addTo(ObjectNode queued, CommandSpec spec) {
    if (watch || isApplied() || isDryRun()) {
      throw new ParameterException(
          spec.commandLine(),
          "--watch, --dry-run and --apply cannot be used for hosts that wait; see 'ebb wait'");
    }
    addReason(queued);
  }

  public boolean isDryRun() {
    return planned.isDryRun();
  }

  /**
   * The plan of an edit, instead of the edit.
   *
   * @throws CommandException as {@link AdminClient#send}, also if the edit would be refused
   */
  public JsonNode plan(ObjectNode edit) {
    addOptions(edit);
    return new RemoteExcludeFile(rm, listVersion).plan(edit);
  }

  private static HostWarnings notes(AdminClient client, Set<String> hosts, JsonNode answer) {
    Map<String, JsonNode> decisions = new LinkedHashMap<>();
    answer.path("decisions").forEach(each -> decisions.put(each.path("nodeId").asText(), each));
    return new HostWarnings(HostNodes.of(client, hosts), decisions);
  }

  public RmOptions rm() {
    return rm;
  }

  private void print(JsonNode answer, HostWarnings notes, Comparator<String> order) {
    if (rm.json() && answer instanceof ObjectNode object) {
      object.set("hosts", notes.json());
    }
    RefreshOutput.print(answer, rm, order);
  }

  /**
   * @param confirm asks about edits that others have made since; empty if the user has been asked
   */
  private JsonNode refresh(AdminClient client, Optional<Confirm> confirm) {
    ObjectNode body =
        Json.object()
            .put("type", "GRACEFUL")
            .put("tracking", "SERVER")
            // Drains of hosts that are not named here belong to others.
            .put("keepTimeouts", true);
    if (reason != null) {
      body.put("reason", reason);
    }
    planned.addTo(body);
    DetachNotice asking = DetachNotice.whileAsking(rm);
    try {
      Function<ObjectNode, JsonNode> send =
          wanted ->
              client.send(
                  AdminRequest.once(
                      "POST", "/api/v1/refresh", wanted, UUID.randomUUID().toString()));
      return confirm.isPresent()
          ? confirm.get().carryOut(body, "", EDITED, send)
          : send.apply(body);
    } catch (CommandException e) {
      rm.note("note: " + NOT_IN_FORCE);
      throw e;
    } finally {
      asking.close();
    }
  }
}
