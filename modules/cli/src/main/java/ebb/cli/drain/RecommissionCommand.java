package ebb.cli.drain;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import ebb.cli.client.Json;
import ebb.cli.client.NodeName;
import ebb.cli.hosts.HostNodes;
import ebb.cli.hosts.Hosts;
import ebb.cli.hosts.HostsEdit;
import ebb.cli.hosts.Selection;
import ebb.cli.options.Confirm;
import ebb.cli.terminal.ExitCode;
import ebb.cli.watch.RefreshOutput;
import ebb.domain.text.NaturalOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ebb recommission}. */
@Command(
    name = "recommission",
    description = {
      "Return hosts to service: remove them from the exclude file and refresh.",
      "",
      "Draining nodes return to service immediately; nodes that have left return when their"
          + " NodeManager registers."
    },
    descriptionHeading = "%n",
    parameterListHeading = "%n",
    optionListHeading = "%nOptions:%n")
public sealed class RecommissionCommand implements Callable<Integer> permits UncordonCommand {
  @Mixin private HostsEdit edit = new HostsEdit();

  @Mixin private Selection selection = new Selection();

  @Mixin private Confirm confirm = new Confirm();

  @Parameters(
      paramLabel = "HOST",
      arity = "0..*",
      description =
          "Hosts as written in the exclude file, or wildcards and ranges of hosts with a node; a"
              + " node, HOST:PORT, stands for its host.")
  private List<String> hosts = new ArrayList<>();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    ObjectNode body = Json.object();
    ArrayNode remove = body.putArray("remove");
    List<String> meant = selection.resolve(hosts, edit.rm());
    edit.because(selection.terms());
    Set<String> named = Hosts.checked(meant, spec);
    named.forEach(remove::add);
    if (meant.stream().anyMatch(NodeName::isId)) {
      Hosts.checkMeant(meant, HostNodes.of(edit.rm().client(), named), spec);
    }
    if (edit.isDryRun()) {
      RefreshOutput.print(edit.plan(body), edit.rm());
      return ExitCode.OK;
    }
    return edit.carryOut(
        named, body, any -> "one that registers may serve", confirm, "", NaturalOrder.INSTANCE);
  }
}
