package ebb.cli.options;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A plan first, and then exactly that plan. */
public final class PlanOptions {
  @Option(
      names = "--dry-run",
      description = "Only show what would be done, with a token of that plan.")
  private boolean dryRun;

  @Option(
      names = "--apply",
      paramLabel = "TOKEN",
      description =
          "Do exactly what --dry-run of the same command showed with this token; refuse if that has"
              + " changed. Asks for no confirmation.")
  private @Nullable String token;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec = CommandSpec.create();

  /**
   * @throws ParameterException if both are given
   */
  public boolean isDryRun() {
    if (dryRun && token != null) {
      throw new ParameterException(spec.commandLine(), "--dry-run and --apply exclude each other");
    }
    return dryRun;
  }

  /** The user has seen the plan, and says that it is meant. */
  public boolean isApplied() {
    return token != null;
  }

  /** Adds to a request what is wanted of the plan. */
  public ObjectNode addTo(ObjectNode body) {
    if (isDryRun()) {
      body.put("dryRun", true);
    } else if (token != null) {
      body.put("plan", token);
    }
    return body;
  }
}
