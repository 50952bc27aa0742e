package ebb.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What every command that asks a running ResourceManager can be told. */
final class RmOptions {
  private static final Set<String> SCHEMES = Set.of("http", "https");

  @Option(
      names = "--rm",
      paramLabel = "URL",
      defaultValue = "${env:EBB_RM:-http://127.0.0.1:8091}",
      description =
          "Admin API of a ResourceManager (default: EBB_RM, or else http://127.0.0.1:8091).")
  private URI rm = URI.create("http://127.0.0.1:8091");

  @Option(names = "--json", description = "Print JSON, for programs.")
  private boolean json;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec = CommandSpec.create();

  AdminClient client() {
    if (rm.getScheme() == null || !SCHEMES.contains(rm.getScheme()) || rm.getHost() == null) {
      throw new ParameterException(
          spec.commandLine(), "--rm " + rm + " is no address of the form http://HOST:PORT");
    }
    return new AdminClient(rm);
  }

  /** Whether the answer is for a program. */
  boolean json() {
    return json;
  }

  void print(JsonNode answer) {
    try {
      println(new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(answer));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("no JSON for " + answer, e);
    }
  }

  void println(String line) {
    spec.commandLine().getOut().println(line);
  }
}
