package ebb.cli.options;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Options to show a plan first, and then to carry out exactly that plan. */
public final class PlanOptions {
  @Option(
      names = "--dry-run",
      description = "Only show what would be done, and the token of that plan.")
  private boolean dryRun;

  @Option(
      names = "--apply",
      paramLabel = "TOKEN",
      description =
          "Do exactly what --dry-run of the same command showed with this token, or nothing if"
              + " the plan has changed. Does not ask for confirmation.")
  private @Nullable String token;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec = CommandSpec.create();

  /**
   * @throws ParameterException if both options are given
   */
  public boolean isDryRun() {
    if (dryRun && token != null) {
      throw new ParameterException(spec.commandLine(), "--dry-run and --apply exclude each other");
    }
    return dryRun;
  }

  /** Whether the user has seen the plan, and confirms it by its token. */
  public boolean isApplied() {
    return token != null;
  }

  /** Adds the fields for these options to a request. */
  public ObjectNode addTo(ObjectNode body) {
    if (isDryRun()) {
      body.put("dryRun", true);
    } else if (token != null) {
      body.put("plan", token);
    }
    return body;
  }
}
