package ebb.cli.drain;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import ebb.cli.client.AdminClient;
import ebb.cli.client.AdminRequest;
import ebb.cli.client.Json;
import ebb.cli.client.Refusal;
import ebb.cli.hosts.Hosts;
import ebb.cli.hosts.HostsEdit;
import ebb.cli.hosts.ImpactSummary;
import ebb.cli.hosts.Selection;
import ebb.cli.options.Confirm;
import ebb.cli.options.RmOptions;
import ebb.cli.queue.PaceOptions;
import ebb.cli.terminal.ExitCode;
import ebb.cli.text.NodeText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Takes hosts out of service gracefully: for commands that differ in how the drains end. */
abstract class HostsToDrain implements Callable<Integer> {
  @Mixin private HostsEdit edit = new HostsEdit();

  @Mixin private Selection selection = new Selection();

  @Mixin private Confirm confirm = new Confirm();

  @Parameters(
      paramLabel = "HOST",
      arity = "0..*",
      description =
          "Names or addresses of hosts, also with wildcards and ranges, as in"
              + " nm[001-120].example.com; a node, HOST:PORT, stands for its host.")
  private List<String> hosts = new ArrayList<>();

  @Spec private CommandSpec spec = CommandSpec.create();

  /**
   * How long the drains may take: the fields that each entry gets beside its host.
   *
   * @throws ParameterException if an option cannot be read
   */
  abstract ObjectNode timeout(CommandSpec command);

  /** When the hosts begin to drain; empty for at once. */
  abstract Optional<PaceOptions> pace();

  @Override
  public final Integer call() {
    ObjectNode timeout = timeout(spec);
    ObjectNode body = Json.object();
    ArrayNode add = body.putArray("add");
    RmOptions rm = edit.rm();
    List<String> meant = selection.resolve(hosts, rm);
    edit.because(selection.terms());
    Set<String> named = Hosts.checked(meant, spec);
    for (String host : named) {
      add.addObject().put("host", host).setAll(timeout);
    }
    AdminClient client = rm.client();
    ImpactSummary stake = ImpactSummary.of(client, named);
    Hosts.checkMeant(meant, stake.hosts(), spec);
    Optional<PaceOptions> pace = pace();
    if (pace.isPresent()) {
      return queue(pace.get(), client, add, stake.running() + ", run there");
    }
    if (edit.isDryRun()) {
      show(stake, body);
      return ExitCode.OK;
    }
    return edit.carryOut(
        named,
        body,
        HostsToDrain::consequence,
        confirm,
        stake.running() + ", run there",
        stake.worstFirst());
  }

  /** Lets the hosts wait for their turn, in the order in which they are named. */
  private int queue(PaceOptions pace, AdminClient client, ArrayNode hosts, String atStake) {
    ObjectNode body = Json.object();
    body.set("hosts", hosts);
    edit.addTo(body, spec);
    pace.addTo(body);
    JsonNode queue =
        confirm.carryOut(
            body,
            atStake,
            wanted -> client.send(AdminRequest.change("POST", "/api/v1/queue", wanted)));
    RmOptions rm = edit.rm();
    if (rm.json()) {
      rm.print(queue);
      return ExitCode.OK;
    }
    String id = NodeText.text(queue.path("id"));
    for (JsonNode drain : queue.path("drains")) {
      if (drain.path("id").equals(queue.path("id"))) {
        int waiting = drain.path("waiting").size();
        rm.println("Queued drain " + id + ": hosts waiting: " + waiting);
        if (waiting < hosts.size()) {
          rm.note("note: excluded already: " + (hosts.size() - waiting));
        }
      }
    }
    rm.note("note: 'ebb queue' shows its progress");
    return ExitCode.OK;
  }

  /** Prints what runs on the hosts, and the plan unless the drain would be refused. */
  private void show(ImpactSummary stake, ObjectNode body) {
    RmOptions rm = edit.rm();
    try {
      stake.print(rm, Optional.of(edit.plan(body)));
    } catch (Refusal e) {
      if (!e.is("unknown-host")) {
        throw e;
      }
      stake.print(rm, Optional.empty());
      rm.note("note: " + e.detail() + "; without --allow-unknown the drain would be refused");
    }
  }

  private static String consequence(int hosts) {
    return (hosts == 1 ? "it is" : "they are")
        + " in the exclude list all the same, so a node that registers there is refused";
  }
}
