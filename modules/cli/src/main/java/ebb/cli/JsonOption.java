package ebb.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** For a command that asks nobody and has one thing to say: in a line, or in JSON. */
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
    ObjectNode object = Json.object();
    fields.forEach(object::putPOJO);
    spec.commandLine().getOut().println(json ? Json.compact(object) : line);
    spec.commandLine().getOut().flush();
  }
}
