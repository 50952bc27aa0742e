package ebb.cli.options;

import com.fasterxml.jackson.databind.node.ObjectNode;
import ebb.cli.client.Json;
import ebb.domain.text.VisibleText;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** For a command that sends no request and prints one result: in a line, or in JSON. */
public final class JsonOption {
  @Option(names = "--json", description = "Print JSON, for programs.")
  private boolean json;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec = CommandSpec.create();

  /**
   * @param line for people
   * @param fields for programs: the same, by name, in this order
   */
  public void say(String line, Map<String, ?> fields) {
    say(List.of(line), fields);
  }

  public void say(List<String> lines, Map<String, ?> fields) {
    ObjectNode object = Json.object();
    fields.forEach((name, value) -> object.set(name, Json.of(value)));
    PrintWriter out = spec.commandLine().getOut();
    List<String> shown = json ? List.of(Json.compact(object)) : lines;
    shown.forEach(line -> out.println(VisibleText.of(line)));
    out.flush();
  }
}
